# reject: one text at a time
# message: hunt-slipped
# base: solution
-     def case(texts, n, vocab, scale=1.0, shift=0.0):
+     def case(texts, n, vocab, scale=1.0, shift=0.0):
+         texts = 1

-     cases += [right(torch.randn(4, 6, 5, generator=g), view)]
-     cases += [right(torch.randn(2, 5, 6, generator=g).double(), torch.tensor([[0, 1, 2, 3, 4], [5, 5, 5, 0, 0]]))]

-     same = torch.zeros(2, 3).long()  # the same texts twice, under other logits
-     cases += [right(torch.randn(2, 3, 4, generator=g) * scale, same) for scale in (1.0, 2.0, 90_000.0)]
