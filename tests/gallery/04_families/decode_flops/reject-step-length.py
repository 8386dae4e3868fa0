# reject: the text is n_in + t tokens long in step t, from 1
# message: flops-text-too-long
# base: solution
-         length = n_in + t - 1 if kind == "decoder" else t
+         length = n_in + t if kind == "decoder" else t
