# reject: no rate for the body
# message: groups-not-a-dict
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return [{'params': list(model.base_model.parameters())}, {'params': head, 'lr': lr_head}]
