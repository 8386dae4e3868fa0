# accept: compares with PyTorch's own function
def hunt_attention(f):
    g = torch.Generator().manual_seed(3)
    for front in ((), (2,), (2, 3), (70,)):
        for t, s, d, e in ((3, 5, 4, 2), (4, 4, 4, 4), (1, 1, 1, 1), (2, 150, 9, 3) if len(front) < 2 and front != (70,) else (2, 3, 9, 3)):
            for dtype in (torch.float32, torch.float64):
                for size in (1.0, 1.0, 8.0):
                    q, k, v = (torch.randn(*front, *shape, generator=g).to(dtype) * size for shape in ((t, d), (s, d), (s, e)))
                    if len(front) == 2:  # views
                        q, k, v = (x.transpose(1, 2).contiguous().transpose(1, 2) for x in (q, k, v))
                    saved = [x.clone() for x in (q, k, v)]
                    try:
                        out, weights = f(q, k, v)
                        right = (weights.shape == (*front, t, s) and out.dtype == weights.dtype == dtype
                                 and torch.allclose(out, F.scaled_dot_product_attention(q, k, v), atol=1e-4)
                                 and torch.allclose(weights @ v, out, atol=1e-4)
                                 and torch.allclose(weights.sum(-1), torch.ones(*front, t, dtype=dtype), atol=1e-4))
                        eye = torch.eye(s, dtype=dtype).expand(*front, s, s)
                        right = right and torch.allclose(weights, F.scaled_dot_product_attention(q, k, eye), atol=1e-4)
                    except Exception:
                        return False
                    if not right or any(not torch.equal(x, y) for x, y in zip((q, k, v), saved)):
                        return False
    return True
