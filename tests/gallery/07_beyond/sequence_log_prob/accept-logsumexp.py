# accept: logits minus logsumexp, in float64
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    rows = logits[:, :-1].double()
    chosen = rows.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1)
    return (chosen - rows.logsumexp(-1)).sum(-1)
