# accept: loops, and Python numbers
def sequence_log_prob(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    totals = []
    for rows, text in zip(logits.double(), ids.tolist()):
        total = 0.0
        for row, token in zip(rows[:-1], text[1:]):
            total += (row[token] - row.logsumexp(0)).item()
        totals.append(total)
    return torch.tensor(totals)
