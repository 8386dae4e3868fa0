# reject: body rate times ten for the head
# message: groups-rates
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return [{'params': list(model.base_model.parameters()), 'lr': lr_head / 100}, {'params': head, 'lr': lr_body * 100}]
