# reject: returns one boolean for each beginning
# message: stable-not-one
def prefix_stable(model: nn.Module) -> bool:
    ids = torch.randint(model.config.vocab_size, (1, 12))
    with torch.no_grad():
        whole = model(ids).logits
        return torch.tensor([torch.allclose(model(ids[:, :k]).logits, whole[:, :k], atol=1e-4) for k in range(1, 12)])
