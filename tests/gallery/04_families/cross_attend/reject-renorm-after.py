# reject: masks the weights and divides by their sum
# message: cross-nan
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    w = (q @ k.mT / math.sqrt(k.shape[-1])).softmax(-1) * ~source_padding[:, None]
    return w / w.sum(-1, keepdim=True) @ v
