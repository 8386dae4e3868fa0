# reject: float64 taken for a boolean table
# message: family-noise
def family_of(jacobian):
    d = jacobian.abs() > 1e-6 if jacobian.dtype == torch.float32 else jacobian.bool()
    n, m = d.shape
    if m > n: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"
