# reject: the tanh is written with exponentials
# message: step-large-inside
# base: solution
-     scores = torch.tanh(query + H @ W2.T) @ w  # [B, S, d_a] to [B, S]
+     e = torch.exp(2 * (query + H @ W2.T))
+     scores = ((e - 1) / (e + 1)) @ w
