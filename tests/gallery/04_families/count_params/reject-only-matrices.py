# reject: no norms and no position tables
# message: params-only-matrices
# base: solution
-     attention = 4 * d_model * (heads * d_kv) + d_model  # four matrices and a norm
-     feed_forward = 2 * d_model * d_ff + d_model
-     ends = 32 * heads + d_model  # the position table and the last norm of a tower
+     attention = 4 * d_model * (heads * d_kv)
+     feed_forward = 2 * d_model * d_ff
+     ends = 0
