# reject: exponentials without a shift
# message: heads-overflow
# base: solution
-     out = scores.softmax(dim=-1) @ v  # [B, h, T, d_head]
+     powers = scores.exp()
+     out = powers / powers.sum(-1, keepdim=True) @ v
