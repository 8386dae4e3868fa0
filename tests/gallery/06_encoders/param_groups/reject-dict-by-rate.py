# reject: a dict by rate: with two equal rates the body is lost
# message: groups-by-rate
def param_groups(model, lr_body, lr_head):
    inside = {id(p) for p in model.base_model.parameters()}
    body = [p for p in model.parameters() if id(p) in inside]
    head = [p for p in model.parameters() if id(p) not in inside]
    return [{"params": ps, "lr": lr} for lr, ps in {lr_body: body, lr_head: head}.items()]
