# accept: compares logits with the largest plus log p
def min_p_filter(logits, p):

    if p == 0:
        return logits.clone()
    far = logits.double() - logits.double().max(dim=-1, keepdim=True).values
    return torch.where(far >= math.log(p), logits, -math.inf)
