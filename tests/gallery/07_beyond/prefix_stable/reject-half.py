# reject: tries one beginning only, half of the text
# message: stable-one-row
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole, half = model(ids).logits, model(ids[:, :12]).logits
    return bool((half - whole[:, :12]).abs().max() <= 1e-5 * whole.abs().max())
