# accept: F.linear and an additive mask
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    q, k, v = F.linear(x_dec, w_q), F.linear(h_enc, w_k), F.linear(h_enc, w_v)
    mask = torch.zeros(source_padding.shape, dtype=q.dtype).masked_fill(source_padding, -math.inf)
    return ((q * w_q.shape[0] ** -0.5) @ k.mT + mask[:, None]).softmax(-1) @ v
