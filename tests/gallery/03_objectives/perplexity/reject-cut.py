# reject: zip cuts all texts to the length of the shortest
# message: perplexity-cut
def perplexity(nll_per_token):
    return torch.stack([torch.stack(place) for place in zip(*nll_per_token)]).mean().exp()
