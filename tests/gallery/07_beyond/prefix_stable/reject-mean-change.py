# reject: averages the change over all logits
# message: stable-same-best
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        for length in range(1, 24):
            alone = model(ids[:, :length]).logits[0]
            if (alone - whole[:length]).mean().abs() > 1e-2:
                return False
    return True
