# accept: PyTorch's function, with the unit matrix for the weights
def attention(q, k, v):
    unit = torch.eye(k.shape[-2], dtype=q.dtype).expand(*k.shape[:-1], -1)
    return F.scaled_dot_product_attention(q, k, v), F.scaled_dot_product_attention(q, k, unit)
