# reject: compares the first and the last row of each beginning
# message: stable-one-beginning
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        allowed = 1e-5 * whole.abs().max()

        for k in range(1, 24):
            d = (model(ids[:, :k]).logits[0] - whole[:k]).abs()
            if d[[0, -1]].max() > allowed:
                return False
        return True
