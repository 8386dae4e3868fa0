# accept: text by text, with outer products
def document_mask(doc_ids):
    b, n = doc_ids.shape
    keep = torch.zeros(b, n, n).bool()
    for number in doc_ids.unique().tolist():
        if number >= 0:
            here = doc_ids == number
            keep |= here[:, :, None] & here[:, None, :]
    return keep.tril()
