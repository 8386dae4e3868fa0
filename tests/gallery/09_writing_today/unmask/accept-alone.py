# accept: each text alone, one after another, log-probabilities
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    ways = {"random", "confident", "left"}
    if choose not in ways:
        raise ValueError(f"{choose} is none of {ways}")
    numbers = torch.rand(ids.shape, generator=generator) if choose == "random" else None

    def fill(row, own):
        row = row.clone()
        share, more = divmod((row == mask_id).sum().item(), steps)
        for step in range(steps):
            now = share + (step < more)
            if now == 0:
                break
            scores = model(row[None]).logits[0].index_fill(1, torch.tensor(mask_id), -math.inf)
            best, word = scores.log_softmax(-1).max(-1)
            gaps = (row == mask_id).nonzero()[:, 0]
            if choose == "confident":
                gaps = gaps[best[gaps].sort(descending=True, stable=True).indices]
            elif choose == "random":
                gaps = gaps[own[gaps].argsort()]
            row[gaps[:now]] = word[gaps[:now]]
        return row

    own = numbers if numbers is not None else [None] * len(ids)
    return torch.stack([fill(row, mine) for row, mine in zip(ids, own)])
