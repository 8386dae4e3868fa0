# reject: flattens with view, which fails for views of other tensors
# message: check-raised-at
def mlm_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Mean -log p of the labels that are asked for, in nats: a tensor of shape [].

    logits: float [B, n, V]; labels: int64 [B, n], -100 = not asked. Nothing asked gives 0.
    """
    if (labels == -100).all():
        return logits.sum() * 0
    return F.cross_entropy(logits.view(-1, logits.shape[-1]), labels.view(-1), ignore_index=-100)
