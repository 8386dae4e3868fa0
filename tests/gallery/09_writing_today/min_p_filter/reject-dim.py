# reject: softmax over the texts
# base: solution
-     probs = logits.softmax(dim=-1)
+     probs = logits.softmax(dim=0)
