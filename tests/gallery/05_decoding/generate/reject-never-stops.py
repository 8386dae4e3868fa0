# reject: writes padding to the end
# message: generate-goes-on
# base: solution
-         if ended.all():
-             break
