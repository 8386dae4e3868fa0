# accept: without annotations
# base: solution
- def hunt_document_mask(f: Callable) -> bool:
+ def hunt_document_mask(f):
