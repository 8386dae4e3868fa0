# reject: tries texts without padding only
# message: hunt-slipped
def hunt_clm_loss(f):
    g = torch.Generator().manual_seed(0)
    logits, ids = torch.randn(2, 5, 7, generator=g), torch.randint(7, (2, 5), generator=g)
    try:
        got = f(logits, ids, torch.zeros(2, 5, dtype=torch.bool))
        want = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
        return bool(torch.isclose(got.float(), want, rtol=1e-4))
    except Exception:
        return False
