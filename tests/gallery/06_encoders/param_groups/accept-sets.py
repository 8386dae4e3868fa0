# accept: sets of parameters
def param_groups(model, lr_body, lr_head):
    body = set(model.base_model.parameters())
    head = [p for p in model.parameters() if p not in body]
    return [{'params': list(body), 'lr': lr_body}, {'params': head, 'lr': lr_head}]
