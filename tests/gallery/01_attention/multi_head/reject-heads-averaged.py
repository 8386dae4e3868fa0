# reject: the outputs of the heads are averaged
# message: heads-averaged
# base: solution
-     return out.transpose(1, 2).flatten(2) @ w_o.T  # [B, T, d_model]
+     return out.mean(1).repeat(1, 1, num_heads) @ w_o.T
