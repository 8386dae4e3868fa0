# reject: returns the largest change
# message: stable-not-bool
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 12))
    with torch.no_grad():
        return (model(ids).logits[:, :6] - model(ids[:, :6]).logits).abs().max().item()
