# accept: a product and a sum
def chat_labels(ids, roles, ignore=-100):
    own = (roles == 3).long()
    return ids * own + ignore * (1 - own)
