# reject: gives the head what it shares with the body
# message: groups-shared
def param_groups(model, lr_body, lr_head):
    inside = model.base_model_prefix + "."
    everywhere = model.named_parameters(remove_duplicate=False)
    head = {p for name, p in everywhere if not name.startswith(inside)}
    body = [p for p in model.base_model.parameters() if p not in head]
    return [{"params": body, "lr": lr_body}, {"params": list(head), "lr": lr_head}]
