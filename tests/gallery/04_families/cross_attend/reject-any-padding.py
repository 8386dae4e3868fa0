# reject: the padding of all texts together
# message: cross-any-mask
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    m = source_padding.any(0)
    return (q @ k.mT / math.sqrt(k.shape[-1])).masked_fill(m, -math.inf).nan_to_num(0,neginf=-math.inf).softmax(-1) @ v
