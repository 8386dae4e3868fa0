# reject: one loss over the whole batch, shared out evenly
# message: sequence-wrong
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """log p(ids[:, 1:] | ids[:, 0]) of each text, in nats.

    logits: float [B, n, V], row t predicts token t + 1; ids: int64 [B, n]. Returns float [B].
    """
    B, n, V = logits.shape
    if n == 1:
        return torch.zeros(B)
    loss = F.cross_entropy(logits[:, :-1].reshape(-1, V), ids[:, 1:].reshape(-1))
    return -loss * (n - 1) * torch.ones(B)
