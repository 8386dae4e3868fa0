# reject: a text of the tokens 0 and 1 only
# message: stable-few-tokens
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(0, min(2, model.config.vocab_size), (1, 16))
    with torch.no_grad():
        whole = model(ids).logits
        for k in range(1, 16):
            if (model(ids[:, :k]).logits - whole[:, :k]).abs().max() > 1e-5 * whole.abs().max():
                return False
    return True
