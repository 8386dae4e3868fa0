# reject: the source tokens are forgotten
# message: flops-no-source
# base: solution
-             if t == 1 or not cache:  # a cache keeps the source's keys and values
-                 sources += n_in
