# reject: compares the first row only
# message: stable-one-row
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        for length in range(1, 24):
            alone = model(ids[:, :length]).logits[0]
            if (alone[0] - whole[0]).abs().max() > 1e-4:
                return False
    return True
