# accept: several texts, the whole against every beginning
def prefix_stable(model: nn.Module) -> bool:
    with torch.no_grad():
        ids = torch.randint(model.config.vocab_size, (3, 16))
        whole = model(input_ids=ids).logits
        return all(
            (model(input_ids=ids[:, :k]).logits - whole[:, :k]).abs().max().item() < 1e-4 * whole.abs().max().item()
            for k in range(1, 16)
        )
