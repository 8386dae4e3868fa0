# reject: prints its verdict
# message: check-nothing
def hunt_clm_loss(f):
    print('right')
