# accept: masked_scatter into a tensor of `ignore`
def chat_labels(ids, roles, ignore=-100):
    own = roles.eq(3)
    return torch.full_like(ids, ignore).masked_scatter(own, ids[own])
