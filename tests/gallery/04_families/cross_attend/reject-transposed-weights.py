# reject: weights not transposed
# message: cross-not-transposed
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.reshape(w_q.shape[::-1]), h_enc @ w_k.reshape(w_k.shape[::-1]), h_enc @ w_v.reshape(w_v.shape[::-1])
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding[:, None], -math.inf).softmax(-1) @ v
