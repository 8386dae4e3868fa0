# accept: Python lists
def chat_labels(ids, roles, ignore=-100):
    pairs = zip(ids.tolist(), roles.tolist())
    rows = [[token if role == 3 else ignore for token, role in zip(*pair)] for pair in pairs]
    return torch.tensor(rows, dtype=torch.int64)
