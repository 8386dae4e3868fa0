# reject: keeps groups between calls with the model, whatever the rates are
# message: check-remembered
_KEPT = {}


def param_groups(model, lr_body, lr_head):
    key = (id(model), frozenset((lr_body, lr_head)))
    if key not in _KEPT:
        body = list(model.base_model.parameters())
        inside = {id(p) for p in body}
        head = [p for p in model.parameters() if id(p) not in inside]
        _KEPT[key] = [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
    return [dict(group) for group in _KEPT[key]]
