# reject: works on the first text only
# message: check-shape
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec[0] @ w_q.T, h_enc[0] @ w_k.T, h_enc[0] @ w_v.T
    scores = (q @ k.T / math.sqrt(k.shape[-1])).masked_fill(source_padding[0], -math.inf)
    return (scores.softmax(-1) @ v)[None]
