# accept: einsum throughout
def multi_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads):
    a, b, c = (w.unflatten(0, (num_heads, -1)) for w in (w_q, w_k, w_v))
    q = torch.einsum("btm,hdm->bhtd", x_q, a)
    k = torch.einsum("bsm,hdm->bhsd", x_kv, b)
    v = torch.einsum("bsm,hdm->bhsd", x_kv, c)
    weights = torch.einsum("bhtd,bhsd->bhts", q, k).div(q.shape[-1] ** 0.5).softmax(-1)
    mixed = torch.einsum("bhts,bhsd->bthd", weights, v)
    return torch.einsum("bthd,mhd->btm", mixed, w_o.unflatten(1, (num_heads, -1)))
