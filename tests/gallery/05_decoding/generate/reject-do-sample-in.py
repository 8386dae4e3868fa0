# reject: a do_sample that is False samples
# message: generate-greedy-draws
# base: solution
-     if config.get("do_sample", False):
+     if "do_sample" in config:

-         if config.get("do_sample", False):
+         if "do_sample" in config:
