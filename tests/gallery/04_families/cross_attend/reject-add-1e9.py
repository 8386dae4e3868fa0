# reject: adds -1e9 to the scores of padding
# message: cross-loud
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    s = q @ k.mT / math.sqrt(k.shape[-1]) + source_padding[:, None].float() * -1e9
    return s.softmax(-1) @ v
