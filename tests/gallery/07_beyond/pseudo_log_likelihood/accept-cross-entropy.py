# accept: cross_entropy, word by word
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    result = []
    for text in range(len(ids)):
        nats = 0.0
        for place in range(ids.shape[1]):
            if special[text, place]:
                continue
            copy = ids[text : text + 1].clone()
            copy[0, place] = mask_id
            with torch.no_grad():
                nats -= F.cross_entropy(model(copy).logits[:, place], ids[text : text + 1, place]).item()
        result.append(nats)
    return torch.tensor(result)
