"""The hop: which worker to ask, how long to wait, what its failure means."""
