# reject: weighs the perplexities of the texts with their lengths: a mean of exponentials
# message: perplexity-weighted
def perplexity(nll_per_token):
    lengths = torch.tensor([float(len(losses)) for losses in nll_per_token])
    each = torch.stack([losses.mean().exp() for losses in nll_per_token])
    return (each * lengths).sum() / lengths.sum()
