# accept: ten tokens, the longest beginning first, in float64
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 10))
    with torch.no_grad():
        read = [model(ids[:, :k]).logits[0].double() for k in range(1, 11)]
    size = read[-1].abs().max()
    worst = max((read[-1][:k] - read[k - 1]).abs().max() for k in range(9, 0, -1))
    return bool(worst <= 1e-4 * size)
