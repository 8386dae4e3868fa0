# reject: joins texts and positions with view, which not every tensor allows
# message: check-raised-at
# base: solution
-     scores = torch.tanh(query + H @ W2.T) @ w  # [B, S, d_a] to [B, S]
+     keys = (H.view(-1, H.shape[-1]) @ W2.T).view(H.shape[0], H.shape[1], -1)
+     scores = torch.tanh(query + keys) @ w
