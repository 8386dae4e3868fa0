# reject: the share of what looks to the right, with two decimals
# message: family-prefix-missed
def family_of(jacobian: torch.Tensor) -> str:
    """"encoder", "decoder", "prefix" or "encoder-decoder", from a table [outputs, inputs] alone."""
    outputs, inputs = jacobian.shape
    if outputs != inputs:
        return "encoder-decoder"
    depends = jacobian if jacobian.dtype == torch.bool else jacobian.abs() > 1e-6
    cells = outputs * (outputs - 1) / 2
    share = round(depends.triu(diagonal=1).sum().item() / cells, 2)
    if share == 1:
        return "encoder"
    return "decoder" if share == 0 else "prefix"
