# reject: multiplies probabilities first
# message: sequence-underflow
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    p = logits[:, :-1].softmax(dim=-1).gather(-1, ids[:, 1:, None])[..., 0]
    return p.prod(dim=1).log()
