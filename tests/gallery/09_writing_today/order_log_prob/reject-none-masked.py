# reject: masks nothing
# message: order-none-masked
# base: solution
-     text[0, order] = mask_id
+     pass
