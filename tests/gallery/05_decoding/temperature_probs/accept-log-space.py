# accept: through log_softmax
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return torch.log_softmax(logits.div(t), dim=-1).exp()
