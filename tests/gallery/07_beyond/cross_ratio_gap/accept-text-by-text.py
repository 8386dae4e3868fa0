# accept: a loop over the texts, Python numbers
def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    def side(row, place, other, own, others):
        found = []
        for word in others:
            row = row.clone()
            row[place], row[other] = mask_id, word
            log_p = model(input_ids=row[None]).logits[0, place].log_softmax(-1).tolist()
            found.append(log_p[own[0]] - log_p[own[1]])
        return found[0] - found[1]

    return torch.tensor(
        [side(row, i, j, tokens_i, tokens_j) - side(row, j, i, tokens_j, tokens_i) for row in ids]
    )
