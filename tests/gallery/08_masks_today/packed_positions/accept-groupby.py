# accept: runs from itertools
from itertools import groupby


def packed_positions(doc_ids: torch.Tensor) -> torch.Tensor:
    rows = []
    for row in doc_ids.tolist():
        out = []
        for number, run in groupby(row):
            k = len(list(run))
            out += [0] * k if number == -1 else range(k)
        rows.append(out)
    return torch.tensor(rows, dtype=torch.int64)
