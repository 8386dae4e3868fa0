# reject: draws another text for each beginning
# message: stable-false
def prefix_stable(model: nn.Module) -> bool:
    with torch.no_grad():
        for length in range(1, 12):
            ids = torch.randint(model.config.vocab_size, (1, 12))
            other = torch.randint(model.config.vocab_size, (1, length))
            if (model(ids).logits[:, :length] - model(other).logits).abs().max() > 1e-4:
                return False
    return True
