# reject: keeps between calls what it has seen
# message: groups-kept
def param_groups(model, lr_body, lr_head, seen=set()):
    groups = [{"params": [], "lr": lr_body}, {"params": [], "lr": lr_head}]
    inside = set(model.base_model.parameters())
    for p in model.parameters():
        if p not in seen:
            seen.add(p)
            groups[p not in inside]["params"].append(p)
    return groups
