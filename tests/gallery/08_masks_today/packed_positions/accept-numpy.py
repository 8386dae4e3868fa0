# accept: NumPy, the largest beginning so far
import numpy as np


def packed_positions(doc_ids):
    ids = doc_ids.numpy()
    place = np.broadcast_to(np.arange(ids.shape[1]), ids.shape)
    begins = np.concatenate([np.ones((len(ids), 1), bool), ids[:, 1:] != ids[:, :-1]], axis=1)
    start = np.maximum.accumulate(np.where(begins, place, 0), axis=1)
    return torch.from_numpy(np.where(ids < 0, 0, place - start).astype(np.int64))
