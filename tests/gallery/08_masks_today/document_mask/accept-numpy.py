# accept: NumPy
import numpy as np


def document_mask(doc_ids):
    ids = doc_ids.numpy()
    same = np.equal.outer(ids[0], ids[0])[None] if len(ids) == 1 else np.stack([np.equal.outer(r, r) for r in ids])
    same[ids == -1] = False
    return torch.from_numpy(np.tril(same))
