# reject: d_head of keys and values from the width of x_kv
# message: heads-width
# base: solution
-     def heads(x: torch.Tensor) -> torch.Tensor:
-         B, n, width = x.shape
-         return x.view(B, n, num_heads, width // num_heads).transpose(1, 2)  # [B, h, n, d_head]
+     def heads(x: torch.Tensor, width: int) -> torch.Tensor:
+         return x.view(x.shape[0], x.shape[1], num_heads, width // num_heads).transpose(1, 2)

-     q, k, v = heads(x_q @ w_q.T), heads(x_kv @ w_k.T), heads(x_kv @ w_v.T)
+     d_q, d_kv = x_q.shape[-1], x_kv.shape[-1]
+     q, k, v = heads(x_q @ w_q.T, d_q), heads(x_kv @ w_k.T, d_kv), heads(x_kv @ w_v.T, d_kv)
