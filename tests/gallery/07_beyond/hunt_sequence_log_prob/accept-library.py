# accept: compares with the library's loss on many batches
def hunt_sequence_log_prob(f):
    g = torch.Generator().manual_seed(5)
    for size in (1.0, 30.0, 2000.0, 80_000.0):
        for texts, n, vocab in ((1, 1, 3), (1, 2, 2), (2, 3, 4), (3, 7, 5), (5, 4, 9), (1, 60, 50)):
            for trial in range(2):
                logits = torch.randn(texts, n, vocab, generator=g) * size + 10 * trial
                ids = torch.randint(vocab, (n, texts), generator=g).T if trial else torch.zeros(texts, n).long()
                saved = logits.clone(), ids.clone()
                loss = F.cross_entropy(logits[:, :-1].double().transpose(1, 2), ids[:, 1:], reduction="none")
                try:
                    got = f(logits, ids)
                    if type(got) is not torch.Tensor or got.shape != (texts,) or not got.is_floating_point():
                        return False
                    if not torch.allclose(got.double(), -loss.sum(1), rtol=1e-4, atol=1e-4):
                        return False
                except Exception:
                    return False
                if not (torch.equal(logits, saved[0]) and torch.equal(ids, saved[1])):
                    return False
    return True
