# reject: takes id 0 for padding
# message: sequence-no-zeros
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """log p(ids[:, 1:] | ids[:, 0]) of each text, in nats.

    logits: float [B, n, V], row t predicts token t + 1; ids: int64 [B, n]. Returns float [B].
    """
    targets = ids[:, 1:]
    log_p = logits[:, :-1].log_softmax(dim=-1)
    chosen = log_p.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    return (chosen * (targets != 0)).sum(dim=1)
