# accept: einsum, and the scale on the query
def context_vector(q, K, V):
    alpha = torch.einsum("d,nd->n", q / q.numel() ** 0.5, K).softmax(dim=0)
    return alpha, torch.einsum("n,nv->v", alpha, V)
