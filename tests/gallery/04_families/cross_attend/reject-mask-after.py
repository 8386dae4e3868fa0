# reject: masks after the softmax
# message: cross-mask-after
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T

    weights = (q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])).softmax(-1)
    return (weights * ~source_padding[:, None]) @ v
