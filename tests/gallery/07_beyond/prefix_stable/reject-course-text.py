# reject: a text of the course's words, whatever the vocabulary
# message: check-raised-at
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.tensor([[2, 409, 712, 1042]])
    with torch.no_grad():
        whole = model(ids).logits
        limit = 1e-5 * whole.abs().max()
        return all(
            bool((model(ids[:, :k]).logits - whole[:, :k]).abs().max() <= limit)
            for k in range(1, 5)
        )
