# accept: row by row
def safe_softmax(scores, keep):
    keep = keep.expand_as(scores)
    flat, seen = scores.reshape(-1, scores.shape[-1]), keep.reshape(-1, scores.shape[-1])
    rows = []
    for row, mask in zip(flat, seen):
        if mask.any():
            rows.append(row.masked_fill(~mask, float("-inf")).softmax(0))
        else:
            rows.append(row * 0)
    return torch.stack(rows).view_as(scores)
