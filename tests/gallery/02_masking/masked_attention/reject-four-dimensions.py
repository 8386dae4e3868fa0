# reject: two, three and four dimensions only
# message: check-raised-at
def masked_attention(q, k, v, keep):
    letters = {2: "", 3: "b", 4: "bh"}[q.dim()]
    s = torch.einsum(f"{letters}td,{letters}sd->{letters}ts", q, k) / math.sqrt(q.shape[-1])
    w = s.masked_fill(~keep, -math.inf).softmax(-1)
    return w @ v, w
