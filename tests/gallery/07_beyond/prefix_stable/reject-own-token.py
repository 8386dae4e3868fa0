# reject: looks at the logit of the next token only
# message: stable-one-logit
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.arange(24)[None] % model.config.vocab_size
    with torch.no_grad():
        whole = model(ids).logits
        allowed = 1e-5 * whole.abs().max()
        for k in range(1, 24):
            alone = model(ids[:, :k]).logits
            moved = (alone - whole[:, :k]).gather(-1, ids[:, 1 : k + 1, None] if k < 24 else ids[:, :k, None])
            if moved[:, [-1]].abs().max() > allowed:
                return False
    return True
