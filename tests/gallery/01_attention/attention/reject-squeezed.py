# reject: takes away all dimensions of size 1 of the output, such as that of a single query
# message: part-squeezed
def attention(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** .5).softmax(-1)
    return (w @ v).squeeze(), w
