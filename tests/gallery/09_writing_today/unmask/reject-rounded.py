# reject: shares by round
# message: unmask-rounded-shares
# base: solution
-         share = count // steps + (step < count % steps)
+         share = ((count * (step + 1) / steps).round() - (count * step / steps).round()).long()
