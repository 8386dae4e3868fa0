# reject: compares values and not objects
# message: groups-equal
def param_groups(model, lr_body, lr_head):
    body = list(model.base_model.parameters())
    head = [p for p in model.parameters() if not any(torch.equal(p, q) for q in body)]
    return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
