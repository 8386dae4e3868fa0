def retrieve(queries, query_mask, texts, text_mask, k):
    import numpy as np

    if k > len(texts):
        raise ValueError("k")


    def vectors(states, mask):
        x = np.where(mask.numpy()[..., None], states.numpy(), 0)
        x = x.sum(1) / np.maximum(mask.numpy().sum(1, keepdims=True), 1).astype(x.dtype)
        length = np.sqrt((x * x).sum(1, keepdims=True))
        return x / np.where(length == 0, 1, length)


    scores = vectors(queries, query_mask) @ vectors(texts, text_mask).T
    return torch.from_numpy(np.argsort(-scores, axis=1, kind="stable")[:, :k].copy())
