# reject: prints its verdict
# message: check-nothing
def hunt_best_span(f):
    print('right')
