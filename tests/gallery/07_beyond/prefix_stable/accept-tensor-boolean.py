# accept: a boolean tensor without dimensions
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.arange(20)[None] % model.config.vocab_size
    with torch.no_grad():
        whole = model(ids).logits
        moved = torch.stack([(model(ids[:, :k]).logits - whole[:, :k]).abs().max() for k in range(1, 20)])
    return (moved <= 1e-5 * whole.abs().max()).all()
