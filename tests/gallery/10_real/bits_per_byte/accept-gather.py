def bits_per_byte(logits, ids, pieces, start=1):
    size = 0
    for piece in pieces[start:]:
        size += len(piece)
    if not size:
        raise ValueError
    if logits.dtype in (torch.float16, torch.bfloat16):
        logits = logits.to(torch.float32)
    log_probs = logits[start - 1 : -1].log_softmax(-1)
    chosen = log_probs.gather(1, ids[start:].unsqueeze(1)).squeeze(1)
    return -(chosen / math.log(2.0)).sum() / size
