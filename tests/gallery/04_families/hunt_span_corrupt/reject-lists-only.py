# reject: wants lists of Python's ints alone, where tensors and tuples are allowed
# message: hunt-accused
# base: solution
-             got = [int(i) for i in inputs], [int(i) for i in targets]
+             got = inputs, targets
