# reject: N is the number of slots that are masked now
# message: fill-masked-now
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    text = ids.masked_fill(slots, mask_id)
    confidence = torch.full(ids.shape, math.inf, dtype=torch.float64)
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.double().softmax(dim=-1).max(dim=-1)
        masked = text == mask_id
        text = torch.where(masked, word, text)
        confidence = torch.where(masked, best, confidence)
        again = masked.sum(dim=1, keepdim=True) * (steps - t) // steps
        rank = confidence.argsort(dim=1).argsort(dim=1)
        text = text.masked_fill(rank < again, mask_id)
    return text
