# reject: takes a row whose visible scores are all 0 for one that sees nothing
# message: safe-zeros-hidden
def safe_softmax(scores: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    visible = scores * keep
    nothing = ~visible.bool().any(dim=-1, keepdim=True)
    low = torch.finfo(scores.dtype).min
    weights = F.softmax(scores.masked_fill(~keep, low), dim=-1)
    return weights.masked_fill(nothing, 0.0)
