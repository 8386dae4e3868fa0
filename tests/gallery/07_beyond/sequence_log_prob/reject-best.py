# reject: takes the best token's probability
# message: sequence-best
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    return logits[:, :-1].log_softmax(dim=-1).amax(dim=-1).sum(dim=1)
