# reject: prints its verdict
# message: check-nothing
def hunt_span_corrupt(f):
    print('right')
