# accept: all masked copies of a text in one batch
def pseudo_log_likelihood(
    model: nn.Module, ids: torch.Tensor, special: torch.Tensor, mask_id: int
) -> torch.Tensor:
    totals = torch.zeros(len(ids), dtype=torch.float64)
    for number, (row, rest) in enumerate(zip(ids, special)):
        places = (~rest).nonzero().flatten()
        if len(places) == 0:
            continue
        copies, index = row.repeat(len(places), 1), torch.arange(len(places))
        copies[index, places] = mask_id
        log_p = model(input_ids=copies).logits[index, places].log_softmax(-1)
        totals[number] = log_p[index, row[places]].sum().item()
    return totals
