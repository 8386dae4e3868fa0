# Nothing is loaded from elsewhere: JupyterLab has its own MathJax and names none of another host; and
# what it saves as a page ("Save and Export Notebook As") holds all that it shows.
from course_utils.pages import offline

c.ServerApp.enable_mathjax = False  # noqa: F821  (Jupyter defines it)
offline(c)  # noqa: F821
