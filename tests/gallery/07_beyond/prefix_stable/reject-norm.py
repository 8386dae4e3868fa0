# reject: compares the norms of all differences
# message: stable-one-logit
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 24))
    with torch.no_grad():
        whole = model(ids).logits
        for k in range(1, 24):
            d = ((model(ids[:, :k]).logits - whole[:, :k]).norm() / whole.norm())
            if d > 1e-3: return False
    return True
