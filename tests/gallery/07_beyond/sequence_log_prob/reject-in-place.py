# reject: normalises the caller's logits in place
# message: check-modified
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """log p(ids[:, 1:] | ids[:, 0]) of each text, in nats.

    logits: float [B, n, V], row t predicts token t + 1; ids: int64 [B, n]. Returns float [B].
    """
    rows = logits[:, :-1]
    rows -= rows.logsumexp(dim=-1, keepdim=True)
    return rows.gather(-1, ids[:, 1:, None])[..., 0].sum(dim=1)
