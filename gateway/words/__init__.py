"""Lexicons mapped by the gateway itself, so that words are judged without a worker."""
