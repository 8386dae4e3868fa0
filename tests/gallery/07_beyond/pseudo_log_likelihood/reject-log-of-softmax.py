# reject: the logarithm of a probability that is 0 in floating point
# message: pseudo-underflow
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    total = torch.zeros(len(ids))
    with torch.no_grad():
        for place in range(ids.shape[1]):
            masked = ids.clone()
            masked[:, place] = mask_id
            p = model(masked).logits[:, place].softmax(-1)
            total += p.gather(-1, ids[:, place, None])[:, 0].log().masked_fill(special[:, place], 0.0)
    return total
