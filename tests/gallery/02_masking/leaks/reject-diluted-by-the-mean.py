# reject: averages the slopes over all pairs of features
# message: leaks-faint-feature
def leaks(f: Callable[[torch.Tensor], torch.Tensor], n: int) -> torch.Tensor:
    d = 32
    x = torch.randn(n, d)
    jacobian = torch.autograd.functional.jacobian(f, x)  # [n, d, n, d]
    return jacobian.abs().mean(dim=(1, 3)) > 1e-5
