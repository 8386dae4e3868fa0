# reject: the head's weight without its bias
# message: groups-missing-head
def param_groups(model, lr_body, lr_head):
    return [{'params': list(model.base_model.parameters()), 'lr': lr_body}, {'params': [p for n, p in model.named_parameters() if n == 'classifier.weight'], 'lr': lr_head}]
