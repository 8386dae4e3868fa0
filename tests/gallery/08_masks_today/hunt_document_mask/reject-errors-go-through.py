# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         want = torch.zeros(*doc_ids.shape, doc_ids.shape[1], dtype=torch.bool)
+         got = f(doc_ids)
+         want = torch.zeros(*doc_ids.shape, doc_ids.shape[1], dtype=torch.bool)

-             torch.testing.assert_close(f(doc_ids), want)  # shape, dtype and every entry
+             torch.testing.assert_close(got, want)

-     rows = [torch.randint(-1, most, shape, generator=g) for shape in shapes for most in (1, 2, 3, 6)]
+     rows = [torch.randint(-1, most, shape, generator=g) for shape in shapes for most in (1, 2, 3, 6)]
+     rows += [torch.zeros(3)]
