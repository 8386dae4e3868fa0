# reject: wants the first of equally good spans
# message: hunt-accused
# base: solution
-         return (i, j) in allowed and first[i] + last[j] == best
+         return (i, j) == next((a, b) for a, b in allowed if first[a] + last[b] == best)
