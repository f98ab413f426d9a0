"""Lists of what is installed: lexicons, layouts, alphabets."""
