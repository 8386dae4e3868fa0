# accept: cross_entropy with reduction none
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    b, n = ids.shape
    loss = F.cross_entropy(logits[:, :-1].reshape(b * (n - 1), -1), ids[:, 1:].reshape(-1), reduction="none")
    return -loss.reshape(b, n - 1).sum(dim=1)
