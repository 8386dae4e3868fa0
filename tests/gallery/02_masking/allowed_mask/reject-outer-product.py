# reject: real times real: blanks the rows as well
# message: allowed-both
def allowed_mask(padding):
    real = (~padding).float()
    return torch.einsum("bi,bj->bij", real, real).tril().bool()
