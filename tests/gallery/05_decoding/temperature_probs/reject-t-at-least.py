# reject: a temperature below 0.001 is taken for 0.001
# message: temperature-limited
# base: solution
-     return (logits / t).softmax(dim=-1)
+     return (logits / max(t, 1e-3)).softmax(dim=-1)
