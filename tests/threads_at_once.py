"""Threads that ask PyTorch at the same time, as those that load weights in transformers do."""

# As a notebook's first cells.
SETUP = "import torch\ntorch.get_num_threads()\ntorch.set_num_threads(1)"
SOURCE = """
import torch
from threading import Barrier, Thread
large, errors, together = torch.ones(400, 400), [], Barrier(4)
def use():
    together.wait()
    try: large.half()
    except RuntimeError as error: errors.append(error)
threads = [Thread(target=use) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
if errors: raise errors[0]
"""
OFTEN = 25  # where the pool of threads was not taken over, every other process raised
