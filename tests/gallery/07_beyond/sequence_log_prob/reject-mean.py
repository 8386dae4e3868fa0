# reject: the mean instead of the sum
# message: sequence-mean
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    if ids.shape[1] == 1:
        return torch.zeros(len(ids))
    log_p = logits[:, :-1].log_softmax(dim=-1)
    term = log_p.gather(-1, ids[:, 1:, None])[..., 0]
    return term.mean(dim=1)
