# accept: sets the padding's vectors to 0 as well
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    h = h_enc.masked_fill(source_padding.unsqueeze(-1), 0.0)
    q, k, v = x_dec @ w_q.T, h @ w_k.T, h @ w_v.T
    s = torch.baddbmm(torch.zeros(1), q, k.mT, beta=0, alpha=w_k.shape[0] ** -0.5) if q.dtype == torch.float32 else q @ k.mT * w_k.shape[0] ** -0.5
    return torch.softmax(s - 1e9 * source_padding[:, None].to(s.dtype), -1) @ v
