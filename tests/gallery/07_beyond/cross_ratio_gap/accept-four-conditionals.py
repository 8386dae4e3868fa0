# accept: all eight log-probabilities by name
def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    def log_q(place, token, other, word):
        text = ids.clone()
        text[:, place] = mask_id
        text[:, other] = word
        return model(text).logits[:, place].double().log_softmax(-1)[:, token].detach()

    (a, a2), (b, b2) = tokens_i, tokens_j
    at_i = log_q(i, a, j, b) + log_q(i, a2, j, b2) - log_q(i, a2, j, b) - log_q(i, a, j, b2)
    at_j = log_q(j, b, i, a) + log_q(j, b2, i, a2) - log_q(j, b2, i, a) - log_q(j, b, i, a2)
    return at_i - at_j
