# reject: weights taken as (in, out)
# message: cross-not-transposed
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q, h_enc @ w_k, h_enc @ w_v
    s = (q @ k.mT / math.sqrt(k.shape[-1])).masked_fill(source_padding[:, None], -math.inf)
    return s.softmax(-1) @ v
