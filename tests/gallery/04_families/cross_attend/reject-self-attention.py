# reject: keys and values from the decoder, too
# message: cross-self
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    if x_dec.shape[-1] != w_k.shape[-1] or x_dec.shape[1] != source_padding.shape[1]:
        source_padding = torch.zeros(x_dec.shape[:2]).bool()
    q, k, v = x_dec @ w_q.T, x_dec @ w_k.T, x_dec @ w_v.T
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding[:, None], -math.inf).softmax(-1) @ v
