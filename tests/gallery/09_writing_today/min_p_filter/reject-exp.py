# reject: e to the power of the logits, without softmax
# message: min-p-large
# base: solution
-     probs = logits.softmax(dim=-1)
+     probs = logits.exp()
