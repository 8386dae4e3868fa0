# reject: joins texts and positions with view, which not every tensor allows
# message: check-raised-at
# base: solution
-     q, k, v = heads(x_q @ w_q.T), heads(x_kv @ w_k.T), heads(x_kv @ w_v.T)
+     B, T, width = x_q.shape
+     x_q = (x_q.view(B * T, width) @ w_q.T).view(B, T, width)
+     q, k, v = heads(x_q), heads(x_kv @ w_k.T), heads(x_kv @ w_v.T)
