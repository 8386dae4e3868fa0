# reject: wants of equal tokens the first ones
# message: hunt-accused
# base: solution
-             if int(stays.sum()) != size:
+             if int(stays.sum()) != size:
+                 return False
+             order = probs.argsort(descending=True, stable=True)
+             if not stays[order[:size]].all():
