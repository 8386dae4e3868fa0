# reject: softmax over the texts
# message: min-p-wrong
# base: solution
-     probs = logits.softmax(dim=-1)
+     probs = logits.softmax(dim=0)
