# reject: view fails on a W that is not contiguous
# message: check-raised-at
# base: solution
-         return K @ p["W"].T @ q
+         pairs = q[None, :, None] * K[:, None, :]  # [n, d_q, d_k]
+         return pairs.flatten(1) @ p["W"].view(-1)
