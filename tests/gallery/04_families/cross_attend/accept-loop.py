# accept: text by text, real tokens only
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    rows = []
    for x, h, padding in zip(x_dec, h_enc, source_padding):
        h = h[~padding]
        scores = (x @ w_q.T) @ (h @ w_k.T).T / math.sqrt(len(w_k))
        rows.append(scores.softmax(-1) @ (h @ w_v.T))
    return torch.stack(rows)
