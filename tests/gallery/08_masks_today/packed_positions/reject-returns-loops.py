# reject: a dict of counters, padding as well
# message: packpos-returns-padding
def packed_positions(doc_ids):
    rows = []
    for row in doc_ids.tolist():
        counts, out = {}, []
        for number in row:
            out.append(counts.get(number, 0))
            counts[number] = out[-1] + 1
        rows.append(out)
    return torch.tensor(rows)
