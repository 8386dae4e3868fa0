# reject: decides in float32 what is plausible
# message: contrast-near
def contrastive_scores(
    expert: torch.Tensor, amateur: torch.Tensor, alpha: float, beta: float
) -> torch.Tensor:
    """log p_expert - beta log p_amateur where the expert finds the token plausible, else -inf.

    expert, amateur: logits, float [B, V]. Returns float [B, V].
    """
    log_p, log_q = (logits.log_softmax(dim=-1) for logits in (expert, amateur))
    p = expert.float().softmax(dim=-1)
    plausible = p >= alpha * p.amax(dim=-1, keepdim=True)
    return torch.where(plausible, log_p - beta * log_q, -math.inf)
