"""Drawings: pictures of a chapter that stand still, a module a chapter. Their numbers are given.

Each function returns a matplotlib Figure for `show`; the notebook adds alt text and caption.
"""
