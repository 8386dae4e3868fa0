# accept: the same cases with three seeds
def hunt_once(f, seed):
    generator = torch.Generator().manual_seed(seed)

    def right(*shapes, size=1.0, dtype=torch.float32, views=False):
        q, k, v = (torch.randn(shape, generator=generator).to(dtype) * size for shape in shapes)
        if views:
            q, k, v = (x.transpose(-1, -2).contiguous().transpose(-1, -2) for x in (q, k, v))
        before = [x.clone() for x in (q, k, v)]
        try:
            out, weights = f(q, k, v)
        except Exception:
            return False
        want = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).softmax(-1)
        kept = all(torch.equal(x, y) for x, y in zip((q, k, v), before))
        return kept and all(
            got.shape == x.shape and got.dtype == q.dtype and torch.allclose(got, x, atol=1e-4)
            for got, x in ((out, want @ v), (weights, want))
        )

    cases = (
        right((3, 4), (5, 4), (5, 2)),  # all sizes differ, no text in front
        right((2, 3, 4), (2, 5, 4), (2, 5, 6)),  # several texts
        right((2, 3, 4), (2, 5, 4), (2, 5, 6)),  # the same shapes, other numbers
        right((2, 3, 4, 6), (2, 3, 5, 6), (2, 3, 5, 2)),  # and heads
        right((1, 1), (1, 1), (1, 1)),
        right((4, 4), (4, 4), (4, 4)),  # square: neither transposed nor causal
        right((2, 3, 4), (2, 5, 4), (2, 5, 6), views=True),
        right((3, 4), (5, 4), (5, 2), size=15.0),  # scores in the hundreds
        right((3, 64), (200, 64), (200, 2)),
        right((3, 4), (5, 4), (5, 2), dtype=torch.float64),
    )
    return all(cases)


def hunt_attention(f):
    return all(hunt_once(f, seed) for seed in (3, 4, 5))
