# reject: compares with != and any
# message: stable-rounding
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        for length in range(1, 24):
            alone = model(ids[:, :length]).logits[0]
            if (alone != whole[:length]).any():
                return False
    return True
