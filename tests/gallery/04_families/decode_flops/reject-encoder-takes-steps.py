# reject: an encoder, too, takes the steps of a decoder
# message: flops-encoder-took-steps
# base: solution
-     steps = 0 if kind == "encoder" else n_out
+     steps = n_out
