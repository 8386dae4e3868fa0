# accept: cross_entropy with reduction none
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
    return -loss.reshape(ids[:, 1:].shape).sum(dim=1)
