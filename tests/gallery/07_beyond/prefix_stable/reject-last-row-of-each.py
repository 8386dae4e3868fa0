# reject: compares the last row of each beginning alone
# message: stable-one-beginning
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits[0]
        allowed = 1e-5 * whole.abs().max()

        last = torch.stack([model(ids[:, :k]).logits[0, -1] for k in range(1, 25)])
        return bool((last - whole).abs().max() <= allowed)
