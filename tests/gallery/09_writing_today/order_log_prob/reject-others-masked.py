# reject: masks what is not in the order as well
# message: order-others-masked
# base: solution
-     text[0, order] = mask_id
+     text[:] = mask_id
