# reject: appends one token to one text only
# message: stable-one-row
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 12))
    with torch.no_grad():
        return torch.allclose(model(ids).logits[:, :11], model(ids[:, :11]).logits, atol=1e-4)
