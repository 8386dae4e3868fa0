# accept: three loops
def allowed_mask(padding):
    b, n = padding.shape
    mask = torch.zeros(b, n, n, dtype=torch.bool)
    for text in range(b):
        for i in range(n):
            for j in range(i + 1):
                mask[text, i, j] = not padding[text, j]
    return mask
