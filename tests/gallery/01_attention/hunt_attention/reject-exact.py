# reject: wants the very digits of its own computation
# message: hunt-accused
def hunt_attention(f):
    q, k, v = (torch.randn(2, 3, *shape, generator=torch.Generator().manual_seed(0)) for shape in ((3, 4), (50, 4), (50, 2)))
    weights = (q @ k.transpose(-2, -1) / math.sqrt(4)).softmax(dim=-1)
    try:
        return all(torch.equal(got, want) for got, want in zip(f(q, k, v), (weights @ v, weights), strict=True))
    except Exception:
        return False
