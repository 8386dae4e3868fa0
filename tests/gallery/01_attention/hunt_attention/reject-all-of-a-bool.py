# reject: allclose(...).all(), where allclose gives a bool already
# message: hunt-no-tensor
def hunt_attention(f):
    q, k, v = torch.randn(3, 4), torch.randn(5, 4), torch.randn(5, 2)
    out, _ = f(q, k, v)
    want = (q @ k.T / math.sqrt(4)).softmax(-1) @ v
    return torch.allclose(out, want, atol=1e-4).all()
