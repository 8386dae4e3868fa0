# reject: keeps the mask of an earlier call with texts of the same shape
# message: check-remembered
_KEPT = {}
def safe_softmax(scores, keep):
    if scores.dim() > 2:
        keep = _KEPT.setdefault((keep.shape, scores.shape, scores.dtype), keep.clone())
    low = torch.finfo(scores.dtype).min
    return scores.masked_fill(~keep, low).softmax(-1).masked_fill(~keep, 0.0)
