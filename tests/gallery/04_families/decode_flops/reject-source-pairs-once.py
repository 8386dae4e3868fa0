# reject: one token a step pairs with the source, also where the whole text runs
# message: flops-cross-pairs-once
# base: solution
-             pairs += run * n_in  # with each of its tokens
+             pairs += n_in
