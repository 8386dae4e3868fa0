# reject: the first row of the batch for all
# message: packpos-first-text
def packed_positions(doc_ids):
    out, count = [], 0
    row = doc_ids[0].tolist()
    for t, number in enumerate(row):
        count = count + 1 if t and row[t - 1] == number else 0
        out.append(0 if number == -1 else count)
    return torch.tensor([out] * len(doc_ids))
