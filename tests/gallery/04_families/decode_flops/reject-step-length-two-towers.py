# reject: the decoder of two towers is one token ahead
# message: flops-text-too-long
# base: solution
-         length = n_in + t - 1 if kind == "decoder" else t
+         length = n_in + t - 1 if kind == "decoder" else t + 1
