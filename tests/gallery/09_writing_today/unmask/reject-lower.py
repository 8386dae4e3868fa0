# reject: reads the choice in any letters
# message: check-did-not-raise
# base: solution
-     if choose not in ("random", "confident", "left"):
-         raise ValueError(f"no such way to choose: {choose!r}")
+     choose = choose.strip().lower()
+     if choose not in ("random", "confident", "left"):
+         raise ValueError(choose)
