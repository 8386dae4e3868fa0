# accept: joins the dimensions in front with reshape
def attention(q, k, v):
    front = q.shape[:-2]
    q, k, v = (x.reshape(-1, *x.shape[-2:]) for x in (q, k, v))
    weights = torch.bmm(q, k.mT).div(math.sqrt(q.shape[-1])).softmax(-1)
    return torch.bmm(weights, v).view(*front, -1, v.shape[-1]), weights.view(*front, -1, k.shape[1])
