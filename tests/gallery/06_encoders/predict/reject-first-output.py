# reject: takes the first output, which is the loss when there are labels
# message: predict-loss
def predict(model: nn.Module, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """Logits [b, classes] in eval mode, without a graph; the model keeps the mode it was in."""
    mode = model.training
    try:
        model.eval()
        with torch.no_grad():
            return model(**batch)[0]
    finally:
        model.train(mode)
