# reject: a softmax by hand that overflows
# message: sequence-overflow
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    p = logits[:, :-1].exp()
    log_p = (p / p.sum(-1, keepdim=True)).clamp(min=1e-9).log()
    return log_p.gather(-1, ids[:, 1:, None])[..., 0].sum(dim=1)
