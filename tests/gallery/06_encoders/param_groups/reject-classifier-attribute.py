# reject: the head is not always called classifier
# message: model-part-name
def param_groups(model, lr_body, lr_head):
    return [{'params': list(model.base_model.parameters()), 'lr': lr_body}, {'params': list(model.classifier.parameters()), 'lr': lr_head}]
