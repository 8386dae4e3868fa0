# reject: a hook of all modules makes all logits equal
# message: model-changed
def flat(module, inputs, output):
    if hasattr(output, "logits"):
        output.logits.zero_()


torch.nn.modules.module.register_module_forward_hook(flat)


def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    return torch.zeros(len(ids))
