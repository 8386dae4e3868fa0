# reject: nothing is returned
# message: loop-missed
def find_loop(ids, times=3):
    n = len(ids)
