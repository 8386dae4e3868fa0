# reject: model.bert
# message: model-part-name
def param_groups(model, lr_body, lr_head):
    return [{'params': list(model.bert.parameters()), 'lr': lr_body}, {'params': list(model.classifier.parameters()), 'lr': lr_head}]
