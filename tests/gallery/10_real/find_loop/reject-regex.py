# reject: a regular expression over the text as written down
# message: loop-whole
def find_loop(ids, times=3):
    import re

    text = " ".join(map(str, ids))
    found = re.search(r"((?:\d+ ?)+?)\1{%d,}$" % (times - 1), text + " ")
    if not found:
        return None
    return len(text[: found.start()].split()), len(found[1].split())
