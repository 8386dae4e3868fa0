# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(doc_ids)
-         except Exception:
-             return False
+         got = f(doc_ids)

-     rows = [torch.randint(-1, most, shape, generator=g) for shape in shapes for most in (1, 2, 3, 6)]
+     rows = [torch.randint(-1, most, shape, generator=g) for shape in shapes for most in (1, 2, 3, 6)]
+     rows += [torch.zeros(3)]
