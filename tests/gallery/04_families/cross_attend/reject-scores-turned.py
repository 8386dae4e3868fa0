# reject: multiplies keys by queries
# message: cross-turned
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    scores = k @ q.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding[:, None], -math.inf).softmax(-1) @ v
