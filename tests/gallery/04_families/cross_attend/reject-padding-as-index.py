# reject: the padding picks rows of the scores
# message: cross-mask-axis
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    scores = x_dec @ w_q.T @ (h_enc @ w_k.T).transpose(1, 2) / math.sqrt(w_q.shape[0])
    scores[source_padding] = -math.inf
    return scores.softmax(-1) @ (h_enc @ w_v.T)
