# reject: takes a rate of 0 for none
# message: groups-one-rate
def param_groups(model, lr_body, lr_head):
    body = list(model.base_model.parameters())
    inside = {id(p) for p in body}
    head = [p for p in model.parameters() if id(p) not in inside]
    return [{"params": body, "lr": lr_body or 2e-5}, {"params": head, "lr": lr_head or 1e-4}]
