# reject: pairs instead of dicts
# message: groups-not-a-dict
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return [(list(model.base_model.parameters()), lr_body), (head, lr_head)]
