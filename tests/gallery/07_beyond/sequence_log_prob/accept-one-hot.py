# accept: one-hot product
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    log_p = logits.log_softmax(-1)[:, :-1]
    return (log_p * F.one_hot(ids[:, 1:], logits.shape[-1])).sum((1, 2))
