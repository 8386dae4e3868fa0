# reject: the decoder of two towers has the input and what it writes in its text
# message: flops-one-tower-length
# base: solution
-         length = n_in + t - 1 if kind == "decoder" else t
+         length = n_in + t - 1 if kind == "decoder" else n_in + t
