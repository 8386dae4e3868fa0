# reject: names instead of parameters
# message: groups-names
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return [{'params': [n for n, _ in model.base_model.named_parameters()], 'lr': lr_body}, {'params': head, 'lr': lr_head}]
