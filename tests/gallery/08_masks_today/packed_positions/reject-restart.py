# reject: the count is set back one token late: later runs begin at 1
# message: packpos-later-from-1
def packed_positions(doc_ids):
    b, n = doc_ids.shape
    out = torch.zeros_like(doc_ids)
    for text in range(b):
        count = 0
        for t in range(n):
            if t and doc_ids[text, t] != doc_ids[text, t - 1]:
                count = 1
            out[text, t] = count
            count += 1
    return out * (doc_ids != -1)
