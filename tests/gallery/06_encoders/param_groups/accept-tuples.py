# accept: tuples of parameters, and a decay
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    return [
        {"params": tuple(p for p in model.parameters() if (id(p) in inside) == mine), "lr": lr}
        for mine, lr in ((False, lr_head), (True, lr_body))
    ]
