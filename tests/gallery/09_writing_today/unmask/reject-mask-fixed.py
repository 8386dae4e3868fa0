# reject: the mask of the tiny BERT
# message: unmask-mask-id
# base: solution
-     if choose not in ("random", "confident", "left"):
-         raise ValueError(f"no such way to choose: {choose!r}")
+     mask_id = 4
