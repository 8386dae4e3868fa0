# accept: compares log-probabilities, as a share of the largest logit
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        for length in range(1, 24):
            alone = model(ids[:, :length]).logits[0]
            if (alone.log_softmax(-1) - whole[:length].log_softmax(-1)).abs().max() > 1e-4 * alone.abs().max():
                return False
    return True
