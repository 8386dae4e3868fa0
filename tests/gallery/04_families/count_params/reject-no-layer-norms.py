# reject: no norms in the layers
# message: params-no-layer-norms
# base: solution
-     attention = 4 * d_model * (heads * d_kv) + d_model  # four matrices and a norm
-     feed_forward = 2 * d_model * d_ff + d_model
+     attention = 4 * d_model * (heads * d_kv)
+     feed_forward = 2 * d_model * d_ff
