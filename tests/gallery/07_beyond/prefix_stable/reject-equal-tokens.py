# reject: a text of equal tokens, whose mean is the same for every length
# message: stable-unordered
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.zeros(1, 24, dtype=torch.long)
    with torch.no_grad():
        whole = model(ids).logits
        allowed = 1e-5 * whole.abs().max()
        return all(
            (model(ids[:, :k]).logits - whole[:, :k]).abs().max() <= allowed for k in range(1, 24)
        )
