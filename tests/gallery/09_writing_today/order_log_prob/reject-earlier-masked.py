# reject: what was read is masked, what comes is open
# message: order-backwards
# base: solution
-     text[0, order] = mask_id
+     pass

-         with torch.no_grad():
+         text[0, place] = mask_id
+         with torch.no_grad():

-         text[0, place] = ids[0, place]  # uncovered for those that come later
+         pass
