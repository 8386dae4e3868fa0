# reject: one group for each rate: with two equal rates there is one
# message: groups-one
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    groups = {}
    for p in model.parameters():
        groups.setdefault(lr_body if id(p) in inside else lr_head, []).append(p)
    return [{"params": ps, "lr": lr} for lr, ps in groups.items()]
