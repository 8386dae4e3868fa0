# reject: knows the first change of a row only
# message: packpos-wrong
def packed_positions(doc_ids):
    place = torch.arange(doc_ids.shape[1]).repeat(len(doc_ids), 1)
    for text, row in enumerate(doc_ids):
        changes = (row[1:] != row[:-1]).nonzero()
        if len(changes):
            first = int(changes[0]) + 1
            place[text, first:] -= first
    return place * (doc_ids != -1)
