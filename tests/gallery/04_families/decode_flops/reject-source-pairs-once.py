# reject: one token a step pairs with the source, also where the whole text runs
# message: flops-cross-pairs-once
# base: solution
-                 pairs += new * n_in
+                 pairs += n_in
