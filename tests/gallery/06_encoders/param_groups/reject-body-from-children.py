# reject: forgets a parameter that hangs on the body itself
# message: groups-rate-body
def param_groups(model, lr_body, lr_head):
    body = [p for child in model.base_model.children() for p in child.parameters()]
    head = [p for p in model.parameters() if p not in set(body)]
    return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
