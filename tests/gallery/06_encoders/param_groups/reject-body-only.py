# reject: no group for the head
# message: groups-missing-head
def param_groups(model, lr_body, lr_head):
    return [{'params': list(model.base_model.parameters()), 'lr': lr_body}]
