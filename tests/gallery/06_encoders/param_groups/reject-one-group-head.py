# reject: one group with the head's rate
# message: groups-one-rate
def param_groups(model, lr_body, lr_head):
    return [{'params': list(model.parameters()), 'lr': lr_head}]
