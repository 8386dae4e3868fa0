# reject: softmax over the positions
# message: sequence-positions
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    log_p = logits[:, :-1].log_softmax(dim=1)
    return log_p.gather(-1, ids[:, 1:, None])[..., 0].sum(dim=1)
