# reject: draws from the model's own distribution
# message: generate-no-penalty
# base: solution
-             logits = step(ids, logits)
+             step(ids, logits)
