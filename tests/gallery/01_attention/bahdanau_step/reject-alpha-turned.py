# reject: alpha.T @ H, as for one text
# message: step-times
# base: solution
-     return alpha, (alpha[:, :, None] * H).sum(dim=1)
+     return alpha, alpha.T @ H
