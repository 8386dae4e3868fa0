# reject: keeps answers between calls under the name of f
# message: leaks-remembered
_known = {}


def leaks(f: Callable[[torch.Tensor], torch.Tensor], n: int) -> torch.Tensor:
    key = (getattr(f, "__qualname__", repr(f)), n)
    if key not in _known:
        x = torch.randn(n, 6, dtype=torch.float64)
        jacobian = torch.autograd.functional.jacobian(f, x)  # [n, 6, n, 6]
        _known[key] = jacobian.abs().amax(dim=(1, 3)) > 1e-9
    return _known[key].clone()
