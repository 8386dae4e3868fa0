# reject: masks with id 4
# message: order-mask-fixed
# base: solution
-     text[0, order] = mask_id
+     text[0, order] = 4
