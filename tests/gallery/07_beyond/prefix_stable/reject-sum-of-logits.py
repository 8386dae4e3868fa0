# reject: compares the sums over the vocabulary: one logit up and one down cancel
# message: stable-two-logits
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(0, model.config.vocab_size, (1, 16))
    with torch.no_grad():
        whole = model(ids).logits
        for k in range(1, 16):
            moved = model(ids[:, :k]).logits.sum(-1) - whole[:, :k].sum(-1)
            if moved.abs().max() > 1e-4 * whole.abs().max():
                return False
    return True
