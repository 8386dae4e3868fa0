# reject: looks at shapes and the sums of the rows
# message: hunt-slipped
def hunt_attention(f):
    try:
        out, weights = f(torch.randn(2, 3, 4), torch.randn(2, 5, 4), torch.randn(2, 5, 6))
        ones = torch.allclose(weights.sum(-1), torch.ones(2, 3), atol=1e-4)
    except Exception:
        return False
    return out.shape == (2, 3, 6) and weights.shape == (2, 3, 5) and ones
