# reject: probabilities in float32
# message: min-p-large
# base: solution
-     probs = logits.softmax(dim=-1)
+     probs = logits.float().softmax(dim=-1)
