# accept: the first row tells the square ones apart
def family_of(jacobian):
    depends = jacobian.to(torch.float64).abs() >= 1e-6
    n, m = depends.shape
    if m > n:
        return "encoder-decoder"
    seen = depends[0].sum().item()
    return {1: "decoder", n: "encoder"}.get(seen, "prefix")
