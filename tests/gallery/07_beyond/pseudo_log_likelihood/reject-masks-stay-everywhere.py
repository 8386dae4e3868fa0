# reject: one copy for all places: the masks stay, at the special tokens as well
# message: pseudo-all-stay
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    total, masked = torch.zeros(ids.shape[0]), ids.clone()
    for place in range(ids.shape[1]):
        masked[:, place] = mask_id
        with torch.no_grad():
            log_p = model(masked).logits[:, place].log_softmax(dim=-1)
        term = log_p.gather(-1, ids[:, place, None])[:, 0]
        total = total + term.masked_fill(special[:, place], 0.0)
    return total
