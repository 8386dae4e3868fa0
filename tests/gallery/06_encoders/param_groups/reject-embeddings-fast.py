# reject: the embeddings learn at the head's rate
# message: groups-embeddings
def param_groups(model, lr_body, lr_head):
    body = [p for n, p in model.base_model.named_parameters() if not n.startswith('embeddings')]
    inside = {id(p) for p in body}
    return [{'params': body, 'lr': lr_body}, {'params': [p for p in model.parameters() if id(p) not in inside], 'lr': lr_head}]
