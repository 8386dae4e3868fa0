# reject: t = 0 gives the greedy choice
# message: check-did-not-raise
def temperature_probs(logits, t):
    if t == 0:
        return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float()
    return (logits / t).softmax(-1)
