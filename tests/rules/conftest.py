"""Settings of the property tests."""

from __future__ import annotations

from hypothesis import settings

# A slow machine is no fault of the code under test.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
