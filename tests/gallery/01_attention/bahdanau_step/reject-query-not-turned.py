# reject: W1 is not transposed
# message: step-query-not-turned
# base: solution
-     query = (s_prev @ W1.T)[:, None, :]  # [B, 1, d_a]: the same for every position
+     query = (s_prev @ W1)[:, None, :]
