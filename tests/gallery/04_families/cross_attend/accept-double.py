# accept: computes in float64
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = (x_dec @ w_q.T).double(), (h_enc @ w_k.T).double(), (h_enc @ w_v.T).double()
    scores = (q @ k.mT / math.sqrt(k.shape[-1])).masked_fill(source_padding[:, None], -math.inf)
    return scores.softmax(-1) @ v
