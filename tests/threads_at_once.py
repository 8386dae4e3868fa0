"""Two threads that ask PyTorch at the same time, as those that load weights in transformers do."""

# As a notebook's first cells.
SETUP = "import torch\ntorch.get_num_threads()\ntorch.set_num_threads(1)"
SOURCE = """
import time, torch
from threading import Thread
large, errors = torch.ones(400, 400), []
def use(start):
    while time.perf_counter() < start: pass
    try: large.half()
    except RuntimeError as error: errors.append(error)
threads = [Thread(target=use, args=(time.perf_counter() + 0.01,)) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
if errors: raise errors[0]
"""
OFTEN = 75  # without its pool of threads taken over, 1 process in 12 raised: surely 1 of these
