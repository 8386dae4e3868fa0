# accept: a generator for the body
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    return [{'params': model.base_model.parameters(), 'lr': lr_body}, {'params': (p for p in model.parameters() if id(p) not in inside), 'lr': lr_head}]
