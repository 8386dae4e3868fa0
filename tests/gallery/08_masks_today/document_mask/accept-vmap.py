# accept: a mask function of b, i, j, as FlexAttention has it
def document_mask(doc_ids):
    def mask_mod(b, i, j):
        return (j <= i) & (doc_ids[b, i] == doc_ids[b, j]) & (doc_ids[b, i] != -1)

    b, n = doc_ids.shape
    return mask_mod(
        torch.arange(b)[:, None, None], torch.arange(n)[None, :, None], torch.arange(n)[None, None, :]
    )
