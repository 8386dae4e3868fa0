# reject: rounds the probabilities to three digits
# message: top-p-near
# base: solution
-     probs = ordered.softmax(dim=-1)
+     probs = ordered.softmax(dim=-1).round(decimals=3)
