# reject: a ban is -1e9, which a high temperature divides
# message: filter-number
def process(logits: torch.Tensor, previous: torch.Tensor, config: dict) -> torch.Tensor:
    out = logits.clone()
    penalty = config.get("repetition_penalty", 1.0)
    n = config.get("no_repeat_ngram_size", 0)
    for b, text in enumerate(previous.tolist()):
        if penalty != 1:
            for token in set(text):
                out[b, token] = out[b, token] * penalty if out[b, token] < 0 else out[b, token] / penalty
        if n:
            prefix = text[len(text) - n + 1 :] if len(text) >= n - 1 else None
            for i in range(len(text) - n + 1):
                if text[i : i + n - 1] == prefix:
                    out[b, text[i + n - 1]] = -1e9
    out = out / config.get("temperature", 1.0)
    k = config.get("top_k", 0)
    if k:
        kth = out.topk(min(k, out.shape[-1]), dim=-1).values[:, -1:]
        out = out.masked_fill(out < kth, -math.inf)
    p = config.get("top_p", 1.0)
    if p < 1:
        out = TopPLogitsWarper(float(p))(None, out)
    return out
