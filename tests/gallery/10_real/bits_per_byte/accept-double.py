def bits_per_byte(logits, ids, pieces, start=1):
    sizes = [len(piece) for piece in pieces][start:]
    if not any(sizes):
        raise ValueError("no bytes at all")
    wide = torch.float64 if logits.dtype == torch.float64 else torch.float32
    losses = F.nll_loss(F.log_softmax(logits[start - 1 : -1].double(), dim=1), ids[start:], reduction="none")
    return (losses.sum() / (torch.tensor(sizes).sum() * torch.tensor(2.0, dtype=torch.float64).log())).to(wide)
