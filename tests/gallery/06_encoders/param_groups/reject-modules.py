# reject: the modules that are not the body, with the parameter they share
# message: groups-twice
def param_groups(model, lr_body, lr_head):
    parts = [m for n, m in model.named_children() if n != model.base_model_prefix]
    return [{'params': list(model.base_model.parameters()), 'lr': lr_body}, {'params': [p for m in parts for p in m.parameters()], 'lr': lr_head}]
