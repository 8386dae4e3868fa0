# reject: cuts small probabilities off
# message: beyond-tiny
# base: solution
-         total = total + log_p[ids[0, place]]
+         total = total + log_p[ids[0, place]].clamp(min=-50)
