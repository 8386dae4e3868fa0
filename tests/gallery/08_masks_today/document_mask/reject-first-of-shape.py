# reject: keeps the mask of the first batch of each shape
# message: docmask-padding-seen
_SEEN = {}


def document_mask(doc_ids):
    if doc_ids.shape not in _SEEN:
        same = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
        _SEEN[doc_ids.shape] = same.tril()
    return _SEEN[doc_ids.shape].clone()
