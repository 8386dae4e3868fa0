# reject: the probability instead of its logarithm
# message: sequence-probability
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    log_p = logits[:, :-1].log_softmax(dim=-1)
    term = log_p.gather(-1, ids[:, 1:, None])[..., 0]
    return term.sum(dim=1).exp()
