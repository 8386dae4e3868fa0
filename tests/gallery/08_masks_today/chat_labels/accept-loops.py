# accept: a loop over texts and places
def chat_labels(ids, roles, ignore=-100):
    labels = torch.full(ids.shape, ignore)
    for b in range(ids.shape[0]):
        for t in range(ids.shape[1]):
            if roles[b, t] == 3:
                labels[b, t] = ids[b, t]
    return labels
