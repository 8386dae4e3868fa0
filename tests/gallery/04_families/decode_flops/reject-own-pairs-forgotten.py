# reject: two towers: the pairs of the decoder with its own text are forgotten
# message: flops-no-self-attention
# base: solution
-         pairs += run * length
+         pairs += run * length if kind == "decoder" else 0
