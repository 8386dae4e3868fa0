# accept: the model's own prefix, head first
def param_groups(model, lr_body, lr_head):
    groups = {True: [], False: []}
    for n, p in model.named_parameters():
        groups[n.startswith(model.base_model_prefix + '.')].append(p)
    return [{'params': groups[False], 'lr': lr_head}, {'params': groups[True], 'lr': lr_body}]
