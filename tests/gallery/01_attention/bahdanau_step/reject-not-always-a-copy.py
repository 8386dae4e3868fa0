# reject: contiguous is no copy of states that are a view
# message: check-modified
def bahdanau_step(
    s_prev: torch.Tensor, H: torch.Tensor, W1: torch.Tensor, W2: torch.Tensor, w: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    alpha = F.softmax(torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w, dim=-1)
    weighted = H.transpose(1, 2).contiguous()  # [B, d_h, S], a copy
    weighted *= alpha[:, None, :]
    return alpha, weighted.sum(dim=-1)
