# reject: a KeyError for what is no choice
# message: check-raised-other
# base: solution
-     if choose not in ("random", "confident", "left"):
-         raise ValueError(f"no such way to choose: {choose!r}")
+     {"random": 0, "confident": 1, "left": 2}[choose]
