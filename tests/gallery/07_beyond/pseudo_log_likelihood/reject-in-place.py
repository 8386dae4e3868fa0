# reject: masks in the caller's text
# message: check-modified
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    total = torch.zeros(ids.shape[0])
    with torch.no_grad():
        for place in range(ids.shape[1]):
            true = ids[:, place].clone()
            ids[:, place] = mask_id
            log_p = model(ids).logits[:, place].log_softmax(dim=-1)
            total += log_p.gather(-1, true[:, None])[:, 0].masked_fill(special[:, place], 0.0)
    return total
