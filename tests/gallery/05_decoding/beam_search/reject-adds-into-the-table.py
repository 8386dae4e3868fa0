# reject: `+=` adds the sum into the tensor that log_prob_fn returned, which may be its own table
# message: beam-changes
def beam_search(
    log_prob_fn: Callable[[tuple[int, ...]], torch.Tensor],
    width: int,
    max_len: int,
    eos: int,
    length_penalty: float,
) -> tuple[tuple[int, ...], float]:
    live, finished = [((), 0.0)], []
    for _ in range(max_len):
        candidates = []
        for tokens, total in live:
            sums = log_prob_fn(tokens)
            sums += total
            candidates += [(tokens + (token,), x) for token, x in enumerate(sums.tolist())]
        candidates.sort(key=lambda c: c[1], reverse=True)
        finished += [c for c in candidates[:width] if c[0][-1] == eos]
        live = [c for c in candidates if c[0][-1] != eos][:width]
    scored = [(tokens, total / len(tokens) ** length_penalty) for tokens, total in finished + live]
    return max(scored, key=lambda c: c[1])
