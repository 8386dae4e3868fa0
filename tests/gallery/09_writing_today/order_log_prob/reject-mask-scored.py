# reject: scores the mask
# message: order-mask-scored
# base: solution
-         total = total + log_p[ids[0, place]]
+         total = total + log_p[mask_id]
