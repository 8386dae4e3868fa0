# reject: takes the longest text for as long as the batch, and counts the padding behind it
# message: clm-wrong
def clm_loss(logits, ids, padding):
    lengths = (~padding).sum(1)
    lengths[lengths.argmax()] = ids.shape[1]
    real = torch.arange(1, ids.shape[1]) < lengths[:, None]
    return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real])
