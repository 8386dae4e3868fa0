# accept: compares with the library's loss with labels of -100, on many batches
def hunt_clm_loss(f):
    g = torch.Generator().manual_seed(5)
    for size in (1.0, 30.0, 300.0):
        for lengths in ([2], [6], [6, 3], [1, 6, 2], [4, 5, 2, 1]):
            for dtype in (torch.float32, torch.float64):
                for vocabulary in (3, 11):
                    n = 6
                    logits = (torch.randn(len(lengths), n, vocabulary, generator=g) * size).to(dtype)
                    ids = torch.randint(vocabulary, (len(lengths), n), generator=g)
                    padding = torch.arange(n) >= torch.tensor(lengths)[:, None]
                    saved = logits.clone(), ids.clone(), padding.clone()
                    labels = ids.masked_fill(padding, -100)[:, 1:]
                    want = F.cross_entropy(logits[:, :-1].double().transpose(1, 2), labels).item()
                    try:
                        got = f(logits, ids, padding)
                        right = type(got) is torch.Tensor and got.shape == () and got.dtype.is_floating_point
                        right = right and math.isclose(got.item(), want, rel_tol=1e-4, abs_tol=1e-6)
                    except Exception:
                        return False
                    if not right or not all(torch.equal(a, b) for a, b in zip((logits, ids, padding), saved)):
                        return False
    return True
