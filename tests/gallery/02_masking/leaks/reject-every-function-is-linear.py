# reject: takes the function to be its value on unit vectors
# message: leaks-zero-point
def leaks(f, n):
    result = torch.zeros(n, n).bool()
    for j in range(n):
        x = torch.zeros(n, 1)
        x[j] = 1
        result[:, j] = f(x).abs().amax(-1) > 1e-6
    return result
