# reject: an error in f stops the test
# message: hunt-f-raised
def hunt_attention(f):
    generator = torch.Generator().manual_seed(0)
    for front in ((), (2,), (2, 3)):
        q, k, v = (torch.randn(*front, *shape, generator=generator) for shape in ((3, 4), (5, 4), (5, 2)))
        if not torch.allclose(f(q, k, v)[0], F.scaled_dot_product_attention(q, k, v), atol=1e-4):
            return False
    return True
