# reject: a temperature above 100 is taken for 100
# message: temperature-limited
# base: solution
-     return (logits / t).softmax(dim=-1)
+     return (logits / min(t, 100)).softmax(dim=-1)
