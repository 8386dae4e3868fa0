# reject: puts 0 under the padding, and leaves out every 0
# message: clm-id-ignored
def clm_loss(logits, ids, padding):
    targets = ids.masked_fill(padding, 0)[:, 1:]
    return F.cross_entropy(logits[:, :-1].mT, targets, ignore_index=0)
