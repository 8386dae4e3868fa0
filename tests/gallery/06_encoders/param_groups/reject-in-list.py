# reject: `in` compares tensors entry by entry
# message: groups-in-list
def param_groups(model, lr_body, lr_head):
    body = list(model.base_model.parameters())
    return [{'params': body, 'lr': lr_body}, {'params': [p for p in model.parameters() if p not in body], 'lr': lr_head}]
