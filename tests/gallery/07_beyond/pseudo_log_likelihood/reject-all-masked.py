# reject: masks all words at once
# message: pseudo-all-masked
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    total = torch.zeros(ids.shape[0])
    with torch.no_grad():
        for place in range(ids.shape[1]):
            masked = ids.clone()
            masked[~special] = mask_id
            log_p = model(masked).logits[:, place].log_softmax(dim=-1)
            term = log_p.gather(-1, ids[:, place, None])[:, 0]
            total = total + term.masked_fill(special[:, place], 0.0)
    return total
