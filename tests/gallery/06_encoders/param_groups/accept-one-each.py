# accept: one group for each parameter
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    return tuple({'params': [p], 'lr': lr_body if id(p) in inside else lr_head} for p in model.parameters())
