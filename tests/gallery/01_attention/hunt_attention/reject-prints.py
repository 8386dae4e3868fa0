# reject: prints its verdict
# message: check-nothing
def hunt_attention(f):
    print('right')
