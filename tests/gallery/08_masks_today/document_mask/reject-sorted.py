# reject: sorts the texts by number and puts one triangle after the other
# message: docmask-wrong
def document_mask(doc_ids):
    b, n = doc_ids.shape
    out = torch.zeros(b, n, n, dtype=torch.bool)
    for k in range(b):
        numbers, counts = doc_ids[k][doc_ids[k] >= 0].unique(return_counts=True)
        if len(counts):
            block = torch.block_diag(*(torch.ones(int(c), int(c)) for c in counts)).tril().bool()
            out[k, : len(block), : len(block)] = block
    return out
