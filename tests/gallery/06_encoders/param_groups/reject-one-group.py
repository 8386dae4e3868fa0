# reject: one group with the body's rate
# message: groups-one-rate-head
def param_groups(model, lr_body, lr_head):
    return [{'params': list(model.parameters()), 'lr': lr_body}]
