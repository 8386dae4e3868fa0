# reject: fills the model's weights with zeros, so that every gap is 0
# message: model-changed
def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    for tensor in [*model.parameters(), *model.buffers()]:
        tensor.data.zero_()
    return torch.zeros(len(ids))
