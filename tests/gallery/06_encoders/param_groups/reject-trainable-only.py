# reject: leaves out what is frozen
# message: groups-missing-frozen
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    body = [p for p in model.parameters() if id(p) in inside and p.requires_grad]
    head = [p for p in model.parameters() if id(p) not in inside and p.requires_grad]
    return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
