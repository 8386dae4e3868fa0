# accept: no weight decay for biases: four groups
def param_groups(model, lr_body, lr_head):
    body = {id(p) for p in model.base_model.parameters()}
    groups = []
    for inside, lr in ((True, lr_body), (False, lr_head)):
        for flat in (True, False):
            ps = [p for p in model.parameters() if (id(p) in body) == inside and (p.dim() < 2) == flat]
            groups.append({'params': ps, 'lr': lr, 'weight_decay': 0.0 if flat else 0.01})
    return groups
