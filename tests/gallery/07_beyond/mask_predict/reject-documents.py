# reject: the documents' version: later rounds change nothing
# message: fill-one-round
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    text = ids.masked_fill(slots, mask_id)
    for _ in range(steps):
        with torch.no_grad():
            word = model(text).logits.argmax(dim=-1)
        text = torch.where(text == mask_id, word, text)
    return text
