"""What the addresses of the match resources may ask for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Query(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ListQuery(_Query):
    """Which matches to list."""

    filter: Annotated[
        Literal["open", "mine", "live", "ended"],
        Field(
            description="`open`: waiting for players; `mine`: yours, whatever their state; "
            "`live`: being played; `ended`: over."
        ),
    ] = "open"
    lexicon: Annotated[
        str | None,
        Field(min_length=1, max_length=128, pattern=r"^[^\x00]+$", description="Its name."),
    ] = None
    cursor: Annotated[
        str | None, Field(min_length=1, max_length=256, description="`next` of the page before.")
    ] = None
    limit: Annotated[int, Field(ge=1, le=100)] = 50


class ChatQuery(_Query):
    """Which messages to read."""

    after: Annotated[
        int | None,
        Field(ge=0, le=999_999_999, description="Number of the last one known; null: the latest."),
    ] = None
    limit: Annotated[int, Field(ge=1, le=500)] = 100


class ExportQuery(_Query):
    """Which form of the record."""

    format: Annotated[
        Literal["json", "gcg"],
        Field(description="`json`: the log; `gcg`: for other programs, two seats only."),
    ] = "json"


class ReportsQuery(_Query):
    """Which reports to list."""

    handled: bool = False
    before: Annotated[
        int | None, Field(ge=1, le=2**31 - 1, description="Only reports with a lower id.")
    ] = None
    limit: Annotated[int, Field(ge=1, le=200)] = 100
