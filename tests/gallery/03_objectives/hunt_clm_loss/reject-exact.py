# reject: wants the very digits of its own computation
# message: hunt-accused
def hunt_clm_loss(f):
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(4, 50, 60, generator=generator)
    ids = torch.randint(60, (4, 50), generator=generator)
    padding = torch.zeros(4, 50).bool()
    terms = logits.double().log_softmax(-1)[:, :-1].gather(2, ids[:, 1:, None])
    try:
        return bool(f(logits, ids, padding) == -terms.mean().float())
    except Exception:
        return False
