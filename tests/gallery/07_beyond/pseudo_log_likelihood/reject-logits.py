# reject: adds up logits
# message: pseudo-logits
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    total = torch.zeros(ids.shape[0])
    with torch.no_grad():
        for place in range(ids.shape[1]):
            masked = ids.clone()
            masked[:, place] = mask_id
            log_p = model(masked).logits[:, place]
            term = log_p.gather(-1, ids[:, place, None])[:, 0]
            total = total + term.masked_fill(special[:, place], 0.0)
    return total
