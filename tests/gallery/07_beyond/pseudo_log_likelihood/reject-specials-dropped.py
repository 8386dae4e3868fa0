# reject: takes the special tokens out of the text
# message: pseudo-specials-dropped
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    totals = []
    with torch.no_grad():
        for row, rest in zip(ids, special):
            words, total = row[~rest][None], torch.zeros(())
            for place in range(words.shape[1]):
                masked = words.clone()
                masked[:, place] = mask_id
                total = total + model(masked).logits[0, place].log_softmax(-1)[words[0, place]]
            totals.append(total)
    return torch.stack(totals).float()
