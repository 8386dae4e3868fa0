# reject: finds out the id of padding and ignores it everywhere, also where it is a real token
# message: clm-id-ignored
def clm_loss(logits, ids, padding):
    pad_id = int(ids[padding][0]) if padding.any() else -100
    return F.cross_entropy(
        logits[:, :-1].reshape(-1, logits.shape[-1]),
        ids[:, 1:].masked_fill(padding[:, 1:], pad_id).reshape(-1),
        ignore_index=pad_id,
    )
