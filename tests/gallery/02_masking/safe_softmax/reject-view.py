# reject: joins the rows with view, which not every tensor allows
# message: check-raised-at
# base: solution
-     weights = scores.masked_fill(~keep, lowest).softmax(dim=-1)
+     rows = scores.view(-1, scores.shape[-1])
+     hidden = ~keep.expand_as(scores).reshape(rows.shape)
+     weights = rows.masked_fill(hidden, lowest).softmax(dim=-1).view(scores.shape)
