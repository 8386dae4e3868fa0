# accept: the four readings in one batch
def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    (a, a2), (b, b2) = tokens_i, tokens_j
    copies = ids.repeat(4, 1, 1)
    for k, (x, y) in enumerate(((mask_id, b), (mask_id, b2), (a, mask_id), (a2, mask_id))):
        copies[k, :, i], copies[k, :, j] = x, y
    with torch.no_grad():
        l = model(copies.flatten(0, 1)).logits.unflatten(0, (4, -1)).log_softmax(-1)
    at_i = (l[0, :, i, a] - l[0, :, i, a2]) - (l[1, :, i, a] - l[1, :, i, a2])
    at_j = (l[2, :, j, b] - l[2, :, j, b2]) - (l[3, :, j, b] - l[3, :, j, b2])
    return at_i - at_j
