# accept: row by row in Python
def typical_filter(logits, mass):

    result = torch.full_like(logits, -math.inf)
    for i, row in enumerate(logits.double()):
        p = row.softmax(-1).tolist()
        surprise = (-row.log_softmax(-1)).tolist()
        h = sum(a * b for a, b in zip(p, surprise) if a > 0)
        total = 0.0
        for j in sorted(range(len(p)), key=lambda j: abs(surprise[j] - h)):
            if total >= mass and mass < 1:
                break
            result[i, j] = logits[i, j]
            total += p[j]
    return result
