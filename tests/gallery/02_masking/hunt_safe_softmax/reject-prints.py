# reject: prints its verdict
# message: check-nothing
def hunt_safe_softmax(f):
    print('right')
