# reject: the logarithm of a probability that is 0 for large logits
# message: sequence-underflow
def sequence_log_prob(logits, ids):
    p = logits[:, :-1].softmax(-1)
    return torch.log(p.gather(-1, ids[:, 1:, None])[..., 0]).sum(1)
