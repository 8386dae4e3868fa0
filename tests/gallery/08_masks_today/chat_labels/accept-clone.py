# accept: a copy, filled in place
def chat_labels(ids, roles, ignore=-100):
    labels = ids.clone()
    labels[roles < 3] = ignore
    return labels
