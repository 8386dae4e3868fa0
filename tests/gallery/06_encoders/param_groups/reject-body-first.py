# reject: takes the first parameters of the model for the body
# message: groups-rate-head
def param_groups(model, lr_body, lr_head):
    n, every = len(list(model.base_model.parameters())), list(model.parameters())
    return [{"params": every[:n], "lr": lr_body}, {"params": every[n:], "lr": lr_head}]
