# accept: token by token
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    out = x_dec.new_zeros(*x_dec.shape[:2], w_v.shape[0])
    for b in range(len(x_dec)):
        real = (~source_padding[b]).nonzero().flatten()
        for t in range(x_dec.shape[1]):
            scores = torch.stack([(w_q @ x_dec[b, t]) @ (w_k @ h_enc[b, s]) for s in real]) / len(w_k) ** .5
            out[b, t] = sum(a * (w_v @ h_enc[b, s]) for a, s in zip(scores.softmax(0), real))
    return out
