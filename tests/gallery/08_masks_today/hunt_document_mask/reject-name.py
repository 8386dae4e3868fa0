# reject: looks for words in the text of f
# message: hunt-accused
import inspect


def hunt_document_mask(f):
    try:
        return "tril" in inspect.getsource(f)
    except Exception:
        return False
