# reject: sorted by probability
# message: typical-top-p
# base: solution
-     order = distance.argsort(dim=-1)
+     order = probs.argsort(dim=-1, descending=True)
