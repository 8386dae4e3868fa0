# reject: all tokens of the text make pairs again, with a cache as well
# message: flops-length-squared
# base: solution
-         pairs += run * length
+         pairs += length * length
