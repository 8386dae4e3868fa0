# reject: scores from token 2 on, as if the prefix always had two tokens
# message: infill-first-missing
# base: solution
-         return log_p.gather(-1, ids[:, 1:, None]).sum().item()
+         return log_p.gather(-1, ids[:, 1:, None])[:, 1:].sum().item()
