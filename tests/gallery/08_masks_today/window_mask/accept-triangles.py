# accept: two triangles
def window_mask(n, width, global_tokens=()):
    causal = torch.ones(n, n, dtype=torch.bool).tril()
    band = causal.triu(1 - width)
    band[list(global_tokens)] = True
    band[:, list(global_tokens)] = True
    return band & causal
