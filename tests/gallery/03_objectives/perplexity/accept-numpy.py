# accept: numpy
import numpy as np
def perplexity(nll_per_token):
    return np.exp(np.concatenate([t.numpy() for t in nll_per_token]).mean())
