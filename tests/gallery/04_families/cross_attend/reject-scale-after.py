# reject: divides the weights, not the scores
# message: cross-scale-after
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    s = (q @ k.mT).masked_fill(source_padding[:, None], -math.inf)
    return s.softmax(-1) / math.sqrt(k.shape[-1]) @ v
