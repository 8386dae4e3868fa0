# reject: masks at least one slot again in every round but the last
# message: fill-at-least-one
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    text = ids.masked_fill(slots, mask_id)
    confidence = torch.full(ids.shape, float("inf"))
    number = slots.sum(1, keepdim=True)
    for t in range(1, steps + 1):
        masked = text == mask_id
        with torch.no_grad():
            best, word = model(text).logits.softmax(-1).max(-1)
        text = torch.where(masked, word, text)
        confidence = torch.where(masked, best, confidence)
        again = number * (steps - t) // steps
        if t < steps:
            again = again.clamp(min=1).minimum(number)
        rank = confidence.argsort(1).argsort(1)
        text = text.masked_fill(rank < again, mask_id)
    return text
