# reject: the pooler learns at the head's rate
# message: groups-pooler
def param_groups(model, lr_body, lr_head):
    body = [p for n, p in model.named_parameters() if n.startswith('bert.') and 'pooler' not in n]
    inside = {id(p) for p in body}
    return [{'params': body, 'lr': lr_body}, {'params': [p for p in model.parameters() if id(p) not in inside], 'lr': lr_head}]
