# reject: sets the vectors of padding to 0 instead of blocking them
# message: cross-vectors-zeroed
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    h_enc = h_enc.masked_fill(source_padding[..., None], 0)
    q, k = x_dec @ w_q.T, h_enc @ w_k.T
    v = torch.where(source_padding[..., None], h_enc @ w_v.T, h_enc @ w_v.T)
    weights = (q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])).softmax(-1)
    return weights @ v
