# reject: a look for each pair with the source
# message: flops-looks-are-pairs
# base: solution
-             looks += run
+             looks += run * n_in
