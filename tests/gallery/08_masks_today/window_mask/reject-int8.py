# reject: positions in 8 bits
# message: window-long
def window_mask(n, width, global_tokens=()):
    i = torch.arange(n).to(torch.int8)
    chosen = torch.zeros(n).bool()
    chosen[list(global_tokens)] = True
    far = i[:, None] - i
    return torch.ones(n, n).tril().bool() & ((far < min(width, n)) | chosen[:, None] | chosen)
