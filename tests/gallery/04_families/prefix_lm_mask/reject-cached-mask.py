# reject: the causal mask is kept between calls and opened in place
# message: prefix-other
_causal = {}


def prefix_lm_mask(p: int, n: int) -> torch.Tensor:
    if n not in _causal:
        _causal[n] = torch.ones(n, n).tril().bool()
    keep = _causal[n]
    keep[:p, :p] = True
    return keep
