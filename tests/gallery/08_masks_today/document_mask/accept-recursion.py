# accept: row by row, each from a dict of where its text stood
def document_mask(doc_ids):
    b, n = doc_ids.shape
    lists = []
    for row in doc_ids.tolist():
        seen = {}
        lines = []
        for i, number in enumerate(row):
            line = [False] * n
            if number != -1:
                seen.setdefault(number, []).append(i)
                for j in seen[number]:
                    line[j] = True
            lines.append(line)
        lists.append(lines)
    return torch.tensor(lists)
