# reject: the pooler is in no group
# message: groups-missing-body
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    body = [*model.base_model.embeddings.parameters(), *model.base_model.encoder.parameters()]
    return [{'params': body, 'lr': lr_body}, {'params': head, 'lr': lr_head}]
