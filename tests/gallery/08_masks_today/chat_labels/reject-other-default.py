# reject: another default
# message: chat-wrong
def chat_labels(ids, roles, ignore=-1):
    return ids.masked_fill(roles != 3, ignore)
