# reject: two towers: the pairs of the encoder are forgotten
# message: flops-no-encoder-pairs
# base: solution
-         tokens, pairs = n_in, n_in * n_in
+         tokens, pairs = n_in, n_in * n_in if kind == "encoder" else 0
