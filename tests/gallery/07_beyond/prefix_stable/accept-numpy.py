# accept: NumPy in float64, texts of ten tokens
def prefix_stable(model: nn.Module) -> bool:
    for _ in range(3):
        ids = torch.randint(0, model.config.vocab_size, (1, 10))
        whole = model(ids).logits[0].detach().double().numpy()
        for k in range(1, 10):
            alone = model(ids[:, :k]).logits[0].detach().double().numpy()
            if abs(alone - whole[:k]).max() > 1e-5 * abs(whole).max():
                return False
    return True
