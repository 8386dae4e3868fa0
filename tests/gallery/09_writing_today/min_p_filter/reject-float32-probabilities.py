# reject: probabilities in float32
# base: solution
-     probs = logits.softmax(dim=-1)
+     probs = logits.float().softmax(dim=-1)
