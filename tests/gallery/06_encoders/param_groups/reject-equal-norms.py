# reject: compares parameters by their values, so a head's fresh LayerNorm (all ones) counts as the body's
# message: groups-equal-rate
def param_groups(model: nn.Module, lr_body: float, lr_head: float) -> list[dict]:
    inside = list(model.base_model.parameters())
    body, head = [], []
    for p in model.parameters():
        if any(p.shape == q.shape and torch.equal(p, q) for q in inside):
            body.append(p)
        else:
            head.append(p)
    return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
