# reject: a token sees back to where its text began, over whatever stands between
# message: docmask-between
def document_mask(doc_ids):
    b, n = doc_ids.shape
    keep = torch.zeros(b, n, n, dtype=torch.bool)
    for k, row in enumerate(doc_ids.tolist()):
        for i, number in enumerate(row):
            if number != -1:
                keep[k, i, row.index(number) : i + 1] = True
    return keep
