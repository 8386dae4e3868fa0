# reject: writes into ends
# message: check-modified
# base: solution
-     alive = ends.clone()  # [S]: an end can be reached, in as many steps as there were rounds
+     alive = ends

-         alive = grown
+         alive |= grown
