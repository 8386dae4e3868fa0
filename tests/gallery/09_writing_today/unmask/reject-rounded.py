# reject: shares by round
# base: solution
-         share = count // steps + (step < count % steps)
+         share = ((count * (step + 1) / steps).round() - (count * step / steps).round()).long()
