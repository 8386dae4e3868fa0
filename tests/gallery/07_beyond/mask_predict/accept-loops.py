# accept: text by text, with topk
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    done = []
    for row, open_ in zip(ids, slots):
        text, places = row.clone(), open_.nonzero().flatten()
        text[places] = mask_id
        sure = torch.zeros(len(places))
        n = len(places)
        for t in range(1, steps + 1):
            with torch.no_grad():
                p = model(text[None]).logits[0, places].softmax(-1)
            best, word = p.max(-1)
            masked = text[places] == mask_id
            text[places] = torch.where(masked, word, text[places])
            sure = torch.where(masked, best.float(), sure)
            k = n * (steps - t) // steps
            if k:
                text[places[sure.topk(k, largest=False).indices]] = mask_id
        done.append(text)
    return torch.stack(done)
