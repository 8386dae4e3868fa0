# reject: queries from the encoder, keys and values from the decoder
# message: cross-exchanged
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = h_enc @ w_q.T, x_dec @ w_k.T, x_dec @ w_v.T
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.softmax(-1) @ v
