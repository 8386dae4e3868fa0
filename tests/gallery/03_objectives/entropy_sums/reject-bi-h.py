# reject: bidirectional equals H
# message: sums-both-is-causal
def entropy_sums(joint):
    p = joint[joint > 0]
    h = -(p * p.log2()).sum().item()
    return h, h, h
