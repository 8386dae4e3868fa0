# reject: thaws what was frozen
# message: model-thawed
def param_groups(model, lr_body, lr_head):
    model.requires_grad_(True)
    inside = {id(p) for p in model.base_model.parameters()}
    body = [p for p in model.parameters() if id(p) in inside]
    head = [p for p in model.parameters() if id(p) not in inside]
    return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
