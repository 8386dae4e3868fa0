# reject: compares probabilities, which stay 0 and 1 while the logits move
# message: stable-one-logit
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits.softmax(-1)
        return all(
            (model(ids[:, :k]).logits.softmax(-1) - whole[:, :k]).abs().max() <= 1e-5
            for k in range(1, 24)
        )
