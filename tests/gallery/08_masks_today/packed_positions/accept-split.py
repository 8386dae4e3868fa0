# accept: split into runs by their lengths
def packed_positions(doc_ids):
    out = torch.zeros_like(doc_ids)
    for text, row in enumerate(doc_ids):
        numbers, lengths = row.unique_consecutive(return_counts=True)
        parts = [torch.arange(k) * (number != -1) for number, k in zip(numbers, lengths.tolist())]
        out[text] = torch.cat(parts)
    return out
