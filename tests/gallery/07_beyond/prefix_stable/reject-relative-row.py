# reject: each row against its own largest logit
# message: stable-share
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        allowed = 1e-5 * whole.abs().max()

        for k in range(1, 24):
            d = (model(ids[:, :k]).logits[0] - whole[:k]).abs().amax(-1)
            if (d > 1e-5 * whole[:k].abs().amax(-1)).any():
                return False
        return True
