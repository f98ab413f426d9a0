"""Measurements: ``tilewright bench`` and ``tilewright load`` (from a source checkout)."""
