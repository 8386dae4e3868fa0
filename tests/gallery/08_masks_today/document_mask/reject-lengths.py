# reject: texts begin where the number changes, the first padding ends the row
# message: docmask-returns
def document_mask(doc_ids):
    b, n = doc_ids.shape
    out = torch.zeros(b, n, n, dtype=torch.bool)
    for k, row in enumerate(doc_ids.tolist()):
        start = 0
        for i, number in enumerate(row):
            if number == -1:
                break
            if i and number != row[i - 1]:
                start = i
            out[k, i, start : i + 1] = True
    return out
