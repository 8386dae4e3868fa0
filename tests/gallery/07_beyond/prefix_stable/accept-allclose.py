# accept: torch.allclose with a tolerance taken from the logits, tokens appended one by one
def prefix_stable(model: nn.Module) -> bool:
    torch.manual_seed(1)
    ids = torch.randint(0, model.config.vocab_size, (1, 30))
    size = model(ids).logits.abs().max().item()
    before = None
    for n in range(1, 31):
        now = model(ids[:, :n]).logits.detach()
        if before is not None and not torch.allclose(now[:, :-1], before, rtol=0, atol=2e-5 * size):
            return False
        before = now
    return True
