# reject: takes the width of a head from the width of x_kv
# message: heads-scale-kv
# base: solution
-     scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # [B, h, T, S]
+     scores = q @ k.transpose(-2, -1) / math.sqrt(x_kv.shape[-1] / num_heads)
