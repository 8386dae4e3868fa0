# accept: loops over rows and keys, plain numbers
def streaming_softmax(scores, values, size):
    n, d = scores.shape[0], values.shape[1]
    rows, columns = scores.tolist(), values.tolist()
    result = []
    for row in rows:
        best, total, out = -math.inf, 0.0, [0.0] * d
        for start in range(0, len(row), size):
            block = row[start : start + size]
            new = max([best] + block)
            if new == -math.inf:
                continue
            factor = math.exp(best - new)
            total *= factor
            out = [factor * x for x in out]
            for k, score in enumerate(block):
                power = math.exp(score - new)
                total += power
                out = [x + power * v for x, v in zip(out, columns[start + k])]
            best = new
        result.append([x / total if total else 0.0 for x in out])
    return torch.tensor(result, dtype=values.dtype)
