# reject: gives the model another forward, which always predicts the same word
# message: model-changed
def mask_predict(
    model: nn.Module, ids: torch.Tensor, slots: torch.Tensor, steps: int, mask_id: int
) -> torch.Tensor:
    from types import SimpleNamespace

    def forward(ids, **_):
        return SimpleNamespace(logits=F.one_hot(torch.full(ids.shape, 5), 30).float())

    model.forward = forward
    return ids.masked_fill(slots, 5)
