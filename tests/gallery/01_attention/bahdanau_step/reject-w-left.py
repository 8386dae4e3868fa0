# reject: w stands on the left
# message: step-w-left
# base: solution
-     scores = torch.tanh(query + H @ W2.T) @ w  # [B, S, d_a] to [B, S]
+     scores = w @ torch.tanh(query + H @ W2.T)
