# reject: anything else is from left to right
# message: check-did-not-raise
# base: solution
-     if choose not in ("random", "confident", "left"):
-         raise ValueError(f"no such way to choose: {choose!r}")
+     pass
