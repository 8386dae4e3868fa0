# reject: fills both readings of a side with the same token
# message: ratio-marginals
def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    def side(place, other, own, others):
        ratios = []
        for word in others:
            text = ids.clone()
            text[:, place], text[:, other] = mask_id, others[0]
            with torch.no_grad():
                log_p = model(text).logits[:, place].log_softmax(dim=-1)
            ratios.append(log_p[:, own[0]] - log_p[:, own[1]])
        return ratios[0] - ratios[1]

    return side(i, j, tokens_i, tokens_j) - side(j, i, tokens_j, tokens_i)
