# reject: gives the padding no dimension for the rows
# message: cross-mask-rows
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding, -math.inf).softmax(-1) @ v
