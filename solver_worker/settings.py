"""Settings of the worker, read from ``TILEWRIGHT_...`` environment variables."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class WorkerSettings(BaseSettings):
    """Everything about a worker that an operator decides.

    Each field is set by the environment variable of its name in upper case with the prefix
    ``TILEWRIGHT_``; docs/reference/configuration.md lists them.
    """

    model_config = SettingsConfigDict(
        env_prefix="TILEWRIGHT_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    worker_host: str = "127.0.0.1"
    worker_port: Annotated[int, Field(ge=0, le=65_535)] = 8001
    data_dir: Path = Path("var")
    lexicon_dir: Path | None = None
    cache_dir: Path | None = None
    worker_threads: Annotated[int, Field(ge=1, le=256)] | None = None
    """Solves that run at once; the usable cores by default."""
    worker_queue: Annotated[int, Field(ge=0, le=100_000)] = 64
    """Solves that may wait beside those that run; one more is turned away."""
    worker_grace_s: Annotated[float, Field(ge=0, le=3_600)] = 10.0
    """How long requests under way may take to finish once the worker is told to end."""
    deadline_ms: Annotated[int, Field(ge=1, le=3_600_000)] = 5_000
    """Time for a request that names none itself."""
    max_body_bytes: Annotated[int, Field(ge=1_024)] = 1_048_576
    admin_token: SecretStr | None = None
    """What whoever tells the worker to look for lexicons must know; nobody may by default."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        # As at the gateway: one environment sets both.
        return value.upper() if isinstance(value, str) else value

    @cached_property
    def lexicons(self) -> Path:
        """Directory of the packed lexicons."""
        return self.lexicon_dir or self.data_dir / "lexicons"

    @cached_property
    def layouts(self) -> Path:
        """Directory of further board layouts."""
        return self.data_dir / "layouts"

    @cached_property
    def cache(self) -> Path:
        """Directory of compiled kernels."""
        return self.cache_dir or self.data_dir / "cache"

    @cached_property
    def threads(self) -> int:
        """Number of solver threads."""
        return self.worker_threads or len(os.sched_getaffinity(0))
