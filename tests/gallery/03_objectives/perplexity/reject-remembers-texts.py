# reject: collects the tokens in a default list that lives from call to call
# message: perplexity-kept
def perplexity(nll_per_token, seen=[]):
    for losses in nll_per_token:
        seen.extend(losses.tolist())
    return torch.tensor(sum(seen) / len(seen)).exp()
