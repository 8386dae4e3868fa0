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
            p = model(input_ids=row[None]).logits[0, place].softmax(-1)
            found.append(math.log(p[own[0]].item() / p[own[1]].item()))
        return found[0] - found[1]

    return torch.tensor(
        [side(row, i, j, tokens_i, tokens_j) - side(row, j, i, tokens_j, tokens_i) for row in ids]
    )
