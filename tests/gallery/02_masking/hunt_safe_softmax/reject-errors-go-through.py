# reject: an error in f stops the test
# message: hunt-f-raised
def hunt_safe_softmax(f):
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(2, 2, 3, 4, generator=generator)
    for keep in (torch.ones(3, 4).bool(), torch.rand(2, 1, 3, 4, generator=generator) > 0.5):
        want = scores.masked_fill(~keep, -math.inf).softmax(dim=-1).nan_to_num()
        for x in (scores, scores.transpose(0, 1)):
            if not torch.allclose(f(x, keep.expand(2, 2, 3, 4).transpose(0, 1) if x is not scores else keep), want if x is scores else want.transpose(0, 1), atol=1e-5):
                return False
    return True
