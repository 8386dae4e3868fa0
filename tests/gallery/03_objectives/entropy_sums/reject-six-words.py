# reject: einsum with six letters, so that longer texts fail
# message: check-raised-at
def _bits(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint: torch.Tensor) -> tuple[float, float, float]:
    """Sums of conditional entropies of the words of a text, and its entropy, in bits.

    joint: float, one dimension for each word. Returns (causal, bidirectional, H).
    """
    letters = "abcdef"[: joint.ndim]
    whole = _bits(joint)
    causal = bidirectional = 0.0
    before = 0.0
    for i in range(1, joint.ndim + 1):
        now = _bits(torch.einsum(f"{letters}->{letters[:i]}", joint))
        causal += now - before
        before = now
        others = letters[: i - 1] + letters[i:]
        bidirectional += whole - _bits(torch.einsum(f"{letters}->{others}", joint).reshape(-1))
    return causal, bidirectional, whole
