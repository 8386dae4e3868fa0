# accept: PyTorch's function, and once more with unit values for the weights
def masked_attention(q, k, v, keep):
    s = k.shape[-2]
    unit = torch.eye(s, dtype=q.dtype).expand(*k.shape[:-2], s, s)
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
    return out, F.scaled_dot_product_attention(q, k, unit, attn_mask=keep)
