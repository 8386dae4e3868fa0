# reject: an absolute tolerance of 1e-5, whatever the size of the logits
# message: stable-large
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits
        return all(
            (model(ids[:, :k]).logits - whole[:, :k]).abs().max().item() < 1e-4 for k in range(1, 24)
        )
