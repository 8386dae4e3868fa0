# reject: the first beginning that it tries has two tokens
# message: stable-one-token
# base: solution
-         for length in range(1, 24):
+         for length in range(2, 24):
