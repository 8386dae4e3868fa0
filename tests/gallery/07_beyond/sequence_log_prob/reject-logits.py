# reject: adds up logits
# message: sequence-logits
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    return logits[:, :-1].gather(-1, ids[:, 1:, None])[..., 0].sum(dim=1)
