# accept: e to the power of logarithms, less exact where scores are large
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    scores = q @ k.mT / math.sqrt(k.shape[-1])
    scores = scores.masked_fill(source_padding[:, None], -math.inf)
    return (scores - scores.logsumexp(-1, keepdim=True)).exp() @ v
