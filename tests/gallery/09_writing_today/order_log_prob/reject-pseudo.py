# reject: each position masked alone
# message: order-pseudo
# base: solution
-     text[0, order] = mask_id

-         with torch.no_grad():
+         text[0, place] = mask_id
+         with torch.no_grad():
