# accept: the first of a stable sort, by scatter
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    b, n = ids.shape
    match choose:
        case "random":
            turn = torch.rand((b, n), generator=generator)
        case "left" | "confident":
            turn = torch.linspace(0, 1, n).repeat(b, 1)
        case _:
            raise ValueError(choose)
    text, total = ids.clone(), ids.eq(mask_id).sum(1)
    for step in range(steps):
        logits = model(text).logits
        logits = torch.cat([logits[..., :mask_id], torch.full((b, n, 1), -1e30), logits[..., mask_id + 1 :]], -1)
        p, word = logits.softmax(-1).max(-1)
        turn = 1 - p if choose == "confident" else turn
        order = turn.masked_fill(text != mask_id, 9.0).sort(dim=1, stable=True).indices
        share = torch.div(total - step + steps - 1, steps, rounding_mode="floor")
        first = torch.arange(n)[None] < share[:, None]
        text = torch.where(torch.zeros(b, n).bool().scatter(1, order, first), word, text)
    return text
