# reject: an error in f stops the test
# message: hunt-f-raised
def hunt_clm_loss(f):
    generator = torch.Generator().manual_seed(0)
    for lengths in ([4, 4], [4, 2], [1, 4]):
        logits = torch.randn(2, 4, 5, generator=generator)
        ids = torch.randint(5, (4, 2), generator=generator).T
        padding = (torch.arange(4)[:, None] >= torch.tensor(lengths)).T
        losses = F.cross_entropy(logits[:, :-1].mT, ids[:, 1:], reduction="none")
        if abs(f(logits, ids, padding) - losses[~padding[:, 1:]].mean()) > 1e-4:
            return False
    return True
