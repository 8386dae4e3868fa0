# reject: the causal mask, whatever the text
# message: docmask-causal-only
def document_mask(doc_ids):
    b, n = doc_ids.shape
    return torch.ones(b, n, n, dtype=torch.bool).tril()
