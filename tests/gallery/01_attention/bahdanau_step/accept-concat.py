# accept: one matrix for both, [s; h]
def bahdanau_step(s_prev, H, W1, W2, w):
    pairs = torch.cat([s_prev[:, None].expand(-1, H.shape[1], -1), H], dim=-1)
    alpha = (torch.tanh(pairs @ torch.cat([W1, W2], dim=1).T) @ w).softmax(-1)
    return alpha, (alpha[:, None] @ H)[:, 0]
