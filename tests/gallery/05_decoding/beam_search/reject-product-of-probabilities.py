# reject: multiplies probabilities and takes the logarithm at the end; a long text's product is 0
# message: beam-underflow
def beam_search(
    log_prob_fn: Callable[[tuple[int, ...]], torch.Tensor],
    width: int,
    max_len: int,
    eos: int,
    length_penalty: float,
) -> tuple[tuple[int, ...], float]:
    live, finished = [((), 1.0)], []
    for _ in range(max_len):
        candidates = []
        for tokens, p in live:
            for token, q in enumerate(log_prob_fn(tokens).double().exp().tolist()):
                candidates.append((tokens + (token,), p * q))
        candidates.sort(key=lambda c: c[1], reverse=True)
        finished += [c for c in candidates[:width] if c[0][-1] == eos]
        live = [c for c in candidates if c[0][-1] != eos][:width]
    scored = [
        (tokens, (math.log(p) if p > 0 else -math.inf) / len(tokens) ** length_penalty)
        for tokens, p in finished + live
    ]
    return max(scored, key=lambda c: c[1])
