# reject: a hook makes all logits equal, so that every gap is 0
# message: model-changed
def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    def flat(module, inputs, output):
        output.logits.zero_()

    model.register_forward_hook(flat)
    return torch.zeros(len(ids))
