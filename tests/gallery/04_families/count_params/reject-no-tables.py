# reject: neither the table of the words nor those of the positions
# message: params-no-tables
# base: solution
-     ends = 32 * heads + d_model  # the position table and the last norm of a tower
+     ends = d_model

-     return vocab * d_model + encoder + decoder
+     return encoder + decoder
