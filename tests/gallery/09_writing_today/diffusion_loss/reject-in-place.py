# reject: changes t
# message: check-modified
# base: solution
-     weights = (1 / t)[:, None].expand(gaps.shape)[gaps]  # the same gaps in the same order
+     weights = t.reciprocal_()[:, None].expand(gaps.shape)[gaps]
