# reject: an error in f stops the test
# message: hunt-f-raised
# base: solution
-         try:
-             got = f(logits, ids, padding)
-             want = torch.stack(terms).mean().to(got.dtype)  # any float dtype will do
+         got = f(logits, ids, padding)
+         try:
+             want = torch.stack(terms).mean().to(got.dtype)  # any float dtype will do
