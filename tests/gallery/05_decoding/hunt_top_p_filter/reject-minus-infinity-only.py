# reject: wants -inf, where a number of -10,000 is allowed
# message: hunt-accused
# base: solution
-             stays = kept > -1e4
+             stays = kept.isfinite() & (kept > -1e4)
+             if not kept[~stays].isneginf().all():
+                 return False
