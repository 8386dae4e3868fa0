# reject: a tolerance of 1e-6 of the largest logit
# message: stable-share
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        allowed = 1e-5 * whole.abs().max()

        for k in range(1, 24):
            if (model(ids[:, :k]).logits[0] - whole[:k]).abs().max() > 0.1 * allowed:
                return False
        return True
