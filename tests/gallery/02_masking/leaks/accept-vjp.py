# accept: torch.func.vjp with each unit vector
def leaks(f, n):
    x = torch.randn(n, 6, generator=torch.Generator().manual_seed(3))
    y, back = torch.func.vjp(f, x)
    unit = torch.eye(y.numel()).view(y.numel(), *y.shape)
    slopes = torch.func.vmap(back)(unit)[0]
    return (slopes != 0).any(-1).view(n, -1, n).any(1)
