# reject: as the library makes positions of an attention mask
# message: packpos-tokens
def packed_positions(doc_ids):
    mask = (doc_ids != -1).long()
    return (mask.cumsum(1) - 1).masked_fill(mask == 0, 0)
