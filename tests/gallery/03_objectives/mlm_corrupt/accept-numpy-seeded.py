# accept: NumPy's generator, seeded from the one that is given
import numpy as np
def mlm_corrupt(ids, special, mask_id, vocab_size, generator):
    seed = torch.randint(2**62, (1,), generator=generator).item()
    rng = np.random.default_rng(seed)
    u = torch.from_numpy(rng.random(tuple(ids.shape)))
    words = torch.from_numpy(rng.integers(0, vocab_size, tuple(ids.shape)))
    chosen = (u < 0.15) & ~special
    inputs = torch.where(chosen & (u < 0.12), mask_id, ids)
    inputs = torch.where(chosen & (u >= 0.135), words, inputs)
    return inputs, torch.where(chosen, ids, -100)
