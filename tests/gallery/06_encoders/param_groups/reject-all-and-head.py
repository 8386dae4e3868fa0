# reject: the body's group holds everything
# message: groups-twice
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return [{'params': list(model.parameters()), 'lr': lr_body}, {'params': head, 'lr': lr_head}]
