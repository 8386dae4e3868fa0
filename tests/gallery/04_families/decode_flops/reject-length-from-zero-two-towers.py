# reject: the decoder of two towers starts with nothing
# message: flops-start-missing
# base: solution
-         length = n_in + t - 1 if kind == "decoder" else t
+         length = n_in + t - 1 if kind == "decoder" else t - 1
