# reject: cuts the source where the padding begins: padding may stand anywhere
# message: cross-padding-last
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    out = []
    for x, h, padding in zip(x_dec, h_enc, source_padding):
        h = h[: int((~padding).sum())]
        q, k, v = x @ w_q.T, h @ w_k.T, h @ w_v.T
        out.append((q @ k.T / math.sqrt(k.shape[-1])).softmax(-1) @ v)
    return torch.stack(out)
