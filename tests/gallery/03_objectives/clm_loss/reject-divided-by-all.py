# reject: divides by all real tokens
# message: clm-divided-by-all
def clm_loss(logits, ids, padding):
    each = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    return (each * ~padding[:, 1:]).sum() / (~padding).sum()
