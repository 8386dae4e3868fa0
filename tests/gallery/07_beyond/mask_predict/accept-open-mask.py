# accept: keeps a boolean of what is open
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    text, open_ = ids.clone(), slots.clone()
    sure = torch.full(ids.shape, 2.0)
    for t in range(1, steps + 1):
        text[open_] = mask_id
        p, word = model(input_ids=text).logits.detach().softmax(-1).max(-1)
        text[open_], sure[open_] = word[open_], p[open_].float()
        open_ = torch.zeros_like(slots)
        for b in range(len(ids)):
            k = int(slots[b].sum()) * (steps - t) // steps
            order = sure[b].masked_fill(~slots[b], 3.0).argsort()
            open_[b, order[:k]] = True
    return text
