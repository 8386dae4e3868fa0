# reject: dropout on the weights
# message: attention-out
def attention(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** .5).softmax(-1)
    return torch.nn.functional.dropout(w, 0.1) @ v, w
