# reject: the end token is not written
# message: generate-end-lost
# base: solution
-         if eos is not None:
+         if eos is not None:
+             ended = ended | (new == eos)

-             ended = ended | (new == eos)
