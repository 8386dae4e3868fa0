# reject: small logits only
# message: hunt-slipped
def hunt_sequence_log_prob(f):
    g = torch.Generator().manual_seed(1)
    for texts, n, vocab in ((1, 1, 3), (2, 3, 4), (3, 7, 5)):
        logits, ids = torch.randn(texts, n, vocab, generator=g), torch.randint(vocab, (texts, n), generator=g)
        loss = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
        try:
            if not torch.allclose(f(logits, ids).double(), -loss.sum(1).double(), atol=1e-4):
                return False
        except Exception:
            return False
    return True
