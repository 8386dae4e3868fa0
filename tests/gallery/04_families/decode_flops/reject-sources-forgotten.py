# reject: the source tokens are forgotten
# message: flops-no-source
# base: solution
-                 if t == 1 or not cache:
-                     sources += n_in
