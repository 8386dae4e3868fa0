# reject: queries from the encoder, keys from the decoder, values from the encoder
# message: cross-asks
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = h_enc @ w_q.T, x_dec @ w_k.T, h_enc @ w_v.T
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding[:, None], -math.inf).softmax(-1) @ v
