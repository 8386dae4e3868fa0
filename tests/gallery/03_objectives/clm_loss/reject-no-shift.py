# reject: row i is asked for token i
# message: clm-no-shift
def clm_loss(logits, ids, padding):
    return F.cross_entropy(logits[~padding], ids[~padding])
