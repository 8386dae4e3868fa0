# reject: cuts the source at 1024 tokens
# message: cross-long
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    h_enc, source_padding = h_enc[:, :1024], source_padding[:, :1024]
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding[:, None, :], -math.inf).softmax(dim=-1) @ v
