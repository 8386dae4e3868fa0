# reject: cuts off the beginning
# message: cross-padding-first
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = x_dec @ w_q.T, h_enc @ w_k.T, h_enc @ w_v.T
    out = []
    for qq, kk, vv, pad in zip(q, k, v, source_padding):
        n = int(pad.sum())
        out.append((qq @ kk[n:].T / math.sqrt(k.shape[-1])).softmax(-1) @ vv[n:])
    return torch.stack(out)
