# reject: two towers: the pairs of the decoder with its own text are forgotten
# message: flops-no-self-attention
# base: solution
-             pairs += new * text
+             pairs += new * text if kind == "decoder" else 0
