# reject: confidences rounded to two digits
# message: unmask-wrong
# base: solution
-             turn = -p
+             turn = -p.round(decimals=1)
