# reject: sets the encoder's output to 0 at padding, and no more
# message: cross-values-zeroed
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    h_enc = h_enc * ~source_padding[..., None]
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    return (q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])).softmax(-1) @ v
