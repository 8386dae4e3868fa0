# reject: forgets a parameter that hangs on the model itself
# message: groups-missing-head
def param_groups(model, lr_body, lr_head):
    body = list(model.base_model.parameters())
    parts = nn.ModuleList(child for child in model.children() if child is not model.base_model)
    head = [p for p in parts.parameters() if p not in set(body)]
    return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
