# reject: an optimizer
# message: groups-not-a-list
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    return torch.optim.AdamW([{'params': list(model.base_model.parameters()), 'lr': lr_body}, {'params': head, 'lr': lr_head}])
