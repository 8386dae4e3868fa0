# accept: pairs of blocks are merged, one after the other
def _merge(a, b):
    (best_a, total_a, out_a), (best_b, total_b, out_b) = a, b
    best = torch.maximum(best_a, best_b)
    shift = torch.nan_to_num(best, neginf=0.0)
    one, two = (best_a - shift).exp(), (best_b - shift).exp()
    return best, total_a * one + total_b * two, out_a * one + out_b * two


def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    state = None
    for block, some in zip(scores.split(size, 1), values.split(size)):
        best = block.amax(1, keepdim=True)
        powers = (block - best.nan_to_num(neginf=0.0)).exp()
        here = best, powers.sum(1, keepdim=True), torch.einsum("nk,kd->nd", powers, some)
        state = here if state is None else _merge(state, here)
    return torch.where(state[1] > 0, state[2] / state[1], 0.0)
