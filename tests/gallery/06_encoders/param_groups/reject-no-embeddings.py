# reject: the embeddings are in no group
# message: groups-missing-embeddings
def param_groups(model, lr_body, lr_head):
    head = [p for p in model.parameters() if id(p) not in {id(q) for q in model.base_model.parameters()}]
    body = [*model.base_model.encoder.parameters()]
    body += [*model.base_model.pooler.parameters()] if getattr(model.base_model, 'pooler', None) else []
    return [{'params': body, 'lr': lr_body}, {'params': head, 'lr': lr_head}]
