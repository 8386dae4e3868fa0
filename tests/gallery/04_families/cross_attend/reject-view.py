# reject: view fails on tensors that are not contiguous
# message: check-raised-at
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    b, t, _ = x_dec.shape
    s = h_enc.shape[1]
    q = (x_dec.view(b * t, -1) @ w_q.T).view(b, t, -1)
    k = (h_enc.view(b * s, -1) @ w_k.T).view(b, s, -1)
    v = (h_enc.view(b * s, -1) @ w_v.T).view(b, s, -1)
    scores = q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])
    return scores.masked_fill(source_padding[:, None, :], -math.inf).softmax(dim=-1) @ v
