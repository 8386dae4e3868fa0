# accept: pairs of name and parameter, which AdamW takes too
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    named = list(model.named_parameters())
    return [{'params': [x for x in named if id(x[1]) in inside], 'lr': lr_body}, {'params': [x for x in named if id(x[1]) not in inside], 'lr': lr_head}]
