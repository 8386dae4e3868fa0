# reject: detached copies
# message: groups-strange
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return [{'params': [p.detach().clone() for p in model.base_model.parameters()], 'lr': lr_body}, {'params': head, 'lr': lr_head}]
