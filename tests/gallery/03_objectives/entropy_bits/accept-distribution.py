# accept: torch.distributions
def entropy_bits(p):
    return torch.distributions.Categorical(probs=p).entropy() / math.log(2)
