# reject: confidences rounded to two digits
# base: solution
-             turn = -p
+             turn = -p.round(decimals=1)
