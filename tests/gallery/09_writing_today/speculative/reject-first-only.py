# reject: judges the first token only
# message: spec-accept-ratio
def speculative(
    target: Callable[[tuple[int, ...]], torch.Tensor],
    draft: Callable[[tuple[int, ...]], torch.Tensor],
    prefix: tuple[int, ...],
    k: int,
    u: list[float],
) -> list[int]:
    """The accepted tokens of k drafted ones, and one more.

    target, draft: from a text to the probabilities of the next token, float64 [V]. u: 2k + 1 uniforms.
    """
    def drawn(weights: torch.Tensor, number: float) -> int:
        over = (weights.cumsum(0) / weights.sum() > number).nonzero()
        return over[0].item() if len(over) else weights.nonzero()[-1].item()

    tokens, drafted = [], []  # k tokens, and what they were drawn from
    for i in range(k):
        drafted.append(draft((*prefix, *tokens)))
        tokens.append(drawn(drafted[i], u[i]))

    for i, token in enumerate(tokens[:1]):
        p, q = target((*prefix, *tokens[:i])), drafted[i]
        if u[k + i] >= p[token] / q[token]:
            return [*tokens[:i], drawn((p - q).clamp(min=0), u[2 * k])]
    return [*tokens, drawn(target((*prefix, *tokens)), u[2 * k])]
