# reject: one row at a time
# message: hunt-slipped
# base: solution
-     shapes = ((1, 1), (1, 7), (3, 1), (2, 5), (4, 4), (5, 8), (1, 150), (1, 300), (200, 3))
+     shapes = ((1, 1), (1, 7), (1, 1), (1, 5), (1, 4), (1, 8), (1, 150), (1, 300), (1, 3))

-     rows += [ids.t() for ids in rows[8:20]]  # not contiguous

-             rows += [twin, torch.cat([twin, rows[5]]), torch.cat([rows[5], twin])]
+             rows += [twin]
