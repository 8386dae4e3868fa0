# reject: the first row of the batch for all
# message: docmask-first-text
def document_mask(doc_ids):
    row = doc_ids[0]
    keep = ((row[:, None] == row) & (row != -1)).tril()
    return keep.expand(len(doc_ids), -1, -1).clone()
