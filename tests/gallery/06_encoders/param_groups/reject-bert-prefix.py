# reject: names that begin with bert
# message: groups-name
def param_groups(model, lr_body, lr_head):
    body = [p for n, p in model.named_parameters() if n.startswith('bert.')]
    inside = {id(p) for p in body}
    return [{'params': body, 'lr': lr_body}, {'params': [p for p in model.parameters() if id(p) not in inside], 'lr': lr_head}]
