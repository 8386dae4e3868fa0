# reject: no shift
# message: sequence-no-shift
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    log_p = logits.log_softmax(dim=-1)
    return log_p.gather(-1, ids[..., None])[..., 0].sum(dim=1)
