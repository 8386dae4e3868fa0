# reject: isclose to 0: a threshold of 1e-8
# message: family-noise
def family_of(jacobian):
    d = ~torch.isclose(jacobian.float(), torch.zeros(()))
    if d.shape[1] > d.shape[0]: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"
