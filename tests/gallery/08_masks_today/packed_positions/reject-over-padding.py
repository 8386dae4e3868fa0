# reject: padding does not end a run
# message: packpos-over-padding
def packed_positions(doc_ids):
    rows = []
    for row in doc_ids.tolist():
        last, count, out = None, -1, []
        for number in row:
            if number == -1:
                out.append(0)
                continue
            count = count + 1 if number == last else 0
            last = number
            out.append(count)
        rows.append(out)
    return torch.tensor(rows)
