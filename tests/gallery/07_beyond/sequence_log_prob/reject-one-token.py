# reject: fails on a text of one token
# message: check-raised-at
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """log p(ids[:, 1:] | ids[:, 0]) of each text, in nats.

    logits: float [B, n, V], row t predicts token t + 1; ids: int64 [B, n]. Returns float [B].
    """
    rows = torch.arange(len(ids))
    terms = []
    for t in range(ids.shape[1] - 1):
        log_p = logits[:, t].log_softmax(dim=-1)
        terms.append(log_p[rows, ids[:, t + 1]])
    return torch.stack(terms).sum(dim=0)
