# reject: W2 is not transposed
# message: step-states-not-turned
# base: solution
-     scores = torch.tanh(query + H @ W2.T) @ w  # [B, S, d_a] to [B, S]
+     scores = torch.tanh(query + H @ W2) @ w
