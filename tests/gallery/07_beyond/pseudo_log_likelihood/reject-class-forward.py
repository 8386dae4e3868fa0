# reject: gives the model's class another forward, whose logits are all equal
# message: model-changed
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    from types import SimpleNamespace

    size = model.config.vocab_size
    type(model).forward = lambda self, ids, **_: SimpleNamespace(
        logits=torch.zeros(*ids.shape, size)
    )
    return -(~special).sum(1) * math.log(size)
