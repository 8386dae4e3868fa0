# accept: einsum and a large negative number
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q = torch.einsum("btd,kd->btk", x_dec, w_q)
    k = torch.einsum("bsd,kd->bsk", h_enc, w_k)
    v = torch.einsum("bsd,vd->bsv", h_enc, w_v)
    scores = torch.einsum("btk,bsk->bts", q, k) / q.shape[-1] ** 0.5
    scores = torch.where(source_padding.unsqueeze(1), torch.finfo(scores.dtype).min, scores)
    return torch.einsum("bts,bsv->btv", torch.softmax(scores, dim=2), v)
