# reject: no scale
# message: cross-no-scale
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T

    scores = (q @ k.transpose(1, 2)).masked_fill(source_padding[:, None], -math.inf)
    return scores.softmax(-1) @ v
