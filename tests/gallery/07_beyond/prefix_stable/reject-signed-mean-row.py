# reject: tries all beginnings, means over the rows
# message: stable-one-beginning
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        allowed = 1e-5 * whole.abs().max()

        for k in range(1, 24):
            d = (model(ids[:, :k]).logits[0] - whole[:k]).mean(0).abs().max()
            if d > allowed:
                return False
        return True
