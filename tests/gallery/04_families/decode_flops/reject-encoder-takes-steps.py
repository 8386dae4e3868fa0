# reject: an encoder, too, takes the steps of a decoder
# message: flops-encoder-took-steps
# base: solution
-     if kind != "encoder":
+     if kind:
