# reject: a set of parameters
# message: groups-set
# base: solution
-     return [{"params": body, "lr": lr_body}, {"params": head, "lr": lr_head}]
+     return [{"params": set(body), "lr": lr_body}, {"params": head, "lr": lr_head}]
