# reject: asks for equality, digit for digit
# message: stable-rounding
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        for length in range(1, 24):
            alone = model(ids[:, :length]).logits[0]
            if not torch.equal(alone, whole[:length]):
                return False
    return True
