# reject: nats times ln 2
# message: entropy-ln-two
def entropy_bits(p):
    return torch.special.entr(p).sum() * math.log(2)
