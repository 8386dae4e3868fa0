# reject: a right answer that leaves the model in training mode
# message: model-mode-eval
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    text = ids.masked_fill(slots, mask_id)
    confidence = torch.full(ids.shape, math.inf)
    model.eval()
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.softmax(dim=-1).max(dim=-1)
        masked = text == mask_id
        text = torch.where(masked, word, text)
        confidence = torch.where(masked, best, confidence)
        again = slots.sum(dim=1, keepdim=True) * (steps - t) // steps
        text = text.masked_fill(confidence.argsort(dim=1).argsort(dim=1) < again, mask_id)
    model.train()
    return text
