# reject: weights zeroed after an exp, then renormalised
# message: cross-nan
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = F.linear(x_dec, w_q), F.linear(h_enc, w_k), F.linear(h_enc, w_v)
    s = torch.bmm(q, k.transpose(1, 2)) * w_k.shape[0] ** -0.5
    e = (s - s.amax(-1, keepdim=True)).exp() * (~source_padding).unsqueeze(1)
    return torch.bmm(e / e.sum(-1, keepdim=True), v)
