# reject: takes the longest text for as long as the batch, and moves all the others by as much
# message: clm-padding-counted
def clm_loss(logits, ids, padding):
    lengths = (~padding).sum(1)
    lengths = lengths + ids.shape[1] - lengths.max()
    real = torch.arange(ids.shape[1]) < lengths[:, None]
    return F.cross_entropy(logits[:, :-1][real[:, 1:]], ids[:, 1:][real[:, 1:]])
