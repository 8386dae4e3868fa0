# reject: a list of lists
# message: check-type
def chat_labels(ids, roles, ignore=-100):
    pairs = zip(ids.tolist(), roles.tolist())
    return [[token if role == 3 else ignore for token, role in zip(*pair)] for pair in pairs]
