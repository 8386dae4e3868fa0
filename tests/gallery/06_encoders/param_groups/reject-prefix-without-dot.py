# reject: takes a head whose name begins with the body's for the body
# message: groups-one-rate-head
def param_groups(model, lr_body, lr_head):
    groups = {True: [], False: []}
    for name, p in model.named_parameters():
        groups[name.startswith(model.base_model_prefix)].append(p)
    return [{"params": groups[True], "lr": lr_body}, {"params": groups[False], "lr": lr_head}]
