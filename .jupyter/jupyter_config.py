# A page that JupyterLab saves ("Save and Export Notebook As") holds all that it shows.
from course_utils.pages import offline

offline(c)  # noqa: F821  (Jupyter defines it)
