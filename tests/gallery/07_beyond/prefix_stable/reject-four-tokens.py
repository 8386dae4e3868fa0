# reject: texts of four tokens, where ten are the least
# message: stable-late
def prefix_stable(model):
    ids = torch.randint(model.config.vocab_size, (1, 4))
    with torch.no_grad():
        whole = model(ids).logits
        allowed = 1e-5 * max(1, whole.abs().max())
        return all(
            bool((model(ids[:, :k]).logits - whole[:, :k]).abs().max() < allowed) for k in range(1, 4)
        )
