# accept: Python lists
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    out = []
    for row, slot in zip(ids.tolist(), slots.tolist()):
        places = [k for k, s in enumerate(slot) if s]
        open_, sure = set(places), {}
        for t in range(1, steps + 1):
            if open_:
                text = torch.tensor([[mask_id if k in open_ else x for k, x in enumerate(row)]])
                with torch.no_grad():
                    p = model(text).logits[0].softmax(-1)
                for k in open_:
                    row[k], sure[k] = int(p[k].argmax()), float(p[k].max())
            open_ = set(sorted(places, key=sure.get)[: math.floor(len(places) * (steps - t) / steps)])
        out.append(row)
    return torch.tensor(out)
