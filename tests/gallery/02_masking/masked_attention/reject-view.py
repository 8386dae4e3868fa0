# reject: joins the dimensions in front with view, which not every tensor allows
# message: check-raised-at
# base: solution
-     scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # [..., T, S]
+     flat = [x.view(-1, *x.shape[-2:]) for x in (q, k)]
+     scores = torch.bmm(flat[0], flat[1].mT).view(*q.shape[:-1], -1) / math.sqrt(q.shape[-1])
