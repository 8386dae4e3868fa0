# reject: the parameter has another name
# message: check-raised
def chat_labels(ids, roles, ignore_index=-100):
    return ids.masked_fill(roles != 3, ignore_index)
