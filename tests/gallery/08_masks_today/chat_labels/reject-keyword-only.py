# reject: `ignore` only by its name
# message: check-raised
def chat_labels(ids, roles, *, ignore=-100):
    return ids.masked_fill(roles != 3, ignore)
