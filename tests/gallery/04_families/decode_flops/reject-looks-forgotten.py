# reject: the looks are forgotten
# message: flops-cross-matrices
# base: solution
-             looks += run
