# reject: the masks stay, so that ever more words are hidden
# message: pseudo-masks-stay
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    total, masked = torch.zeros(ids.shape[0]), ids.clone()
    with torch.no_grad():
        for place in range(ids.shape[1]):
            masked[:, place] = torch.where(special[:, place], ids[:, place], mask_id)
            log_p = model(masked).logits[:, place].log_softmax(dim=-1)
            total = total + log_p.gather(-1, ids[:, place, None])[:, 0].masked_fill(special[:, place], 0.0)
    return total
