# accept: small numbers in place of large ones, one row of products for each
def document_mask(doc_ids):
    small = torch.unique(doc_ids, return_inverse=True)[1].reshape(doc_ids.shape)
    hot = F.one_hot(small).float() * (doc_ids != -1)[..., None]
    return (hot @ hot.mT).tril() > 0.5
