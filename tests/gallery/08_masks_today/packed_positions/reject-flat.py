# reject: runs go on from row to row of the batch
# message: packpos-rows
def packed_positions(doc_ids):
    flat = doc_ids.reshape(-1)
    place = torch.arange(len(flat))
    begins = torch.ones_like(flat, dtype=torch.bool)
    begins[1:] = flat[1:] != flat[:-1]
    start = torch.where(begins, place, 0).cummax(0).values
    return torch.where(flat == -1, 0, place - start).reshape(doc_ids.shape)
