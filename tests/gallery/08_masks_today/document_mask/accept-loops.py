# accept: a loop over rows and queries
def document_mask(doc_ids: torch.Tensor) -> torch.Tensor:
    b, n = doc_ids.shape
    keep = torch.zeros(b, n, n, dtype=torch.bool)
    for text in range(b):
        for i in range(n):
            if doc_ids[text, i] != -1:
                keep[text, i, : i + 1] = doc_ids[text, : i + 1] == doc_ids[text, i]
    return keep
