# reject: prints its verdict
# message: check-nothing
def hunt_top_p_filter(f):
    print('right')
