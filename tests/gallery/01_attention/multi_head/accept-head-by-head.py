# accept: text by text and head by head, with logsumexp
def multi_head(
    x_q: torch.Tensor,
    x_kv: torch.Tensor,
    w_q: torch.Tensor,
    w_k: torch.Tensor,
    w_v: torch.Tensor,
    w_o: torch.Tensor,
    num_heads: int,
) -> torch.Tensor:
    d_head = x_q.shape[2] // num_heads

    def one_head(queries, memory, rows):
        q, k, v = queries @ w_q[rows].T, memory @ w_k[rows].T, memory @ w_v[rows].T
        scores = q @ k.T / math.sqrt(d_head)
        return torch.exp(scores - scores.logsumexp(dim=1, keepdim=True)) @ v

    blocks = [slice(d_head * m, d_head * (m + 1)) for m in range(num_heads)]
    texts = []
    for queries, memory in zip(x_q, x_kv):
        texts.append(torch.cat([one_head(queries, memory, rows) for rows in blocks], dim=1) @ w_o.T)
    return torch.stack(texts)
