# reject: joins the dimensions in front with view, which not every tensor allows
# message: check-raised-at
def attention(q, k, v):
    front = q.shape[:-2]
    q, k, v = (x.view(-1, *x.shape[-2:]) for x in (q, k, v))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1)
    out = weights @ v
    return out.view(*front, *out.shape[-2:]), weights.view(*front, *weights.shape[-2:])
