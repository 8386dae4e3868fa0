# reject: the tolerance never falls below 1e-5, so that small logits do not seem to move
# message: stable-small
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits
        allowed = 1e-5 * max(1.0, whole.abs().max().item())
        return all(
            (model(ids[:, :k]).logits - whole[:, :k]).abs().max() <= allowed for k in range(1, 24)
        )
