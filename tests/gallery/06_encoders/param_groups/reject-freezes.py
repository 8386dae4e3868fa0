# reject: freezes the body
# message: model-froze
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    body = list(model.base_model.parameters())
    model.base_model.requires_grad_(False)
    return [{'params': body, 'lr': lr_body}, {'params': head, 'lr': lr_head}]
