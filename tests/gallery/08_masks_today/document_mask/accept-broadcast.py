# accept: without names for the parts
def document_mask(doc_ids):
    i = torch.arange(doc_ids.size(1))
    left, right = doc_ids.unsqueeze(-1), doc_ids.unsqueeze(-2)
    return left.eq(right) & left.ge(0) & right.ge(0) & (i.view(-1, 1) >= i)
