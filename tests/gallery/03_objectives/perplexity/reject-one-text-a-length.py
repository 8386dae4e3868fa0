# reject: sorts the texts by length in a dictionary, where texts of equal length overwrite each other
# message: perplexity-same-length
def perplexity(nll_per_token):
    mean_of_length = {len(losses): losses.double().mean() for losses in nll_per_token}
    tokens = sum(mean_of_length)
    total = sum(length * mean for length, mean in mean_of_length.items())
    return torch.exp(total / tokens)
