"""The book: the course as pages that anyone can read in a browser, without Python.

`build` is the verb. It writes a folder of sources (`sources`: the notebooks as learners get them,
`chapter` makes a page of one; `links` says where a link leads), lets Sphinx make the site with the
settings in `sphinx/`, and looks at what came out (`site_check`). `front` makes the first page.
"""
