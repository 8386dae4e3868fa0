# reject: takes the largest difference without its sign removed
# message: stable-one-logit
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits
        for k in range(1, 24):
            d = (model(ids[:, :k]).logits - whole[:, :k]).max()
            if d > 1e-5 * whole.abs().max(): return False
    return True
