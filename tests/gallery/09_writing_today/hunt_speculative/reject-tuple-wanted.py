# reject: wants a tuple
# message: hunt-accused
# base: solution
-         fine = type(got) is list and all(type(token) is int for token in got)
+         fine = type(got) is tuple
