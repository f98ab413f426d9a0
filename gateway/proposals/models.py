"""Bodies and answers of the resources about word proposals."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, TypeAdapter

from gateway.texts import WRITTEN
from solver_worker.protocol import Name

MAX_REASON: Final = 500
MAX_PAGE: Final = 200
DEFAULT_PAGE: Final = 50

Kind = Literal["add", "remove"]
Status = Literal["open", "accepted", "rejected"]


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ProposalBody(_Wire):
    """Propose a word that a lexicon lacks, or one that it should not have."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "lexicon": "en",
                    "word": "EMOJI",
                    "kind": "add",
                    "reason": "In every dictionary of the last ten years.",
                }
            ]
        }
    )

    lexicon: Annotated[
        Name,
        Field(description="`name`, `name@version` or full sha256 of an installed lexicon."),
    ]
    word: Annotated[
        str,
        Field(min_length=1, max_length=256, description="In either case, 2 to 21 tiles."),
    ]
    kind: Annotated[
        Kind,
        Field(description="`add`: the lexicon lacks it; `remove`: the lexicon should not have it."),
    ]
    reason: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_REASON,
            description="Why; for the reviewers. A source helps.",
        ),
        WRITTEN,
    ]
    match: Annotated[
        Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,64}$")] | None,
        Field(description="Id of the match that brought it up, played with that lexicon."),
    ] = None


class DecisionBody(_Wire):
    """Accept or reject a proposal; for reviewers."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"accept": True, "note": "In our reference dictionary."}]}
    )

    accept: StrictBool
    note: Annotated[
        str,
        Field(max_length=MAX_REASON, description="Why; everybody may read it."),
        WRITTEN,
    ] = ""


class ProposalsQuery(_Wire):
    """Which proposals are asked for."""

    lexicon: Annotated[
        Annotated[Name, Field(pattern="^[^\\x00]+$")] | None,
        Field(description="Name of a lexicon; all without it.", examples=["en"]),
    ] = None
    status: Annotated[Status | None, Field(description="All without it.")] = None
    mine: Annotated[bool, Field(description="Only your own.")] = False
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE, description="Proposals of a page.")] = (
        DEFAULT_PAGE
    )
    cursor: Annotated[
        str | None, Field(max_length=32, description="`next` of the page before.")
    ] = None


class Proposer(_Wire):
    """A player as proposals name one."""

    id: str
    name: str


class ProposalAnswer(_Wire):
    """A proposal.

    Reason, proposer, match and who decided are for reviewers and for the proposer; to everybody
    else they are null.
    """

    id: int
    lexicon: Annotated[str, Field(description="Name of the lexicon.")]
    version: Annotated[str, Field(description="Version it was proposed against.")]
    word: Annotated[
        str, Field(description="Written with its tiles; brackets mark those of several characters.")
    ]
    kind: Kind
    status: Status
    created_at_ms: int
    decided_at_ms: int | None
    note: Annotated[str, Field(description="What the reviewer wrote.")]
    yours: bool
    reason: str | None
    proposer: Proposer | None
    decided_by: Proposer | None
    match: str | None


class ProposalsAnswer(_Wire):
    """Proposals, the latest first."""

    proposals: list[ProposalAnswer]
    next: Annotated[str | None, Field(description="`cursor` of what follows; null at the end.")]


PROPOSAL_BODY: TypeAdapter[ProposalBody] = TypeAdapter(ProposalBody)
DECISION_BODY: TypeAdapter[DecisionBody] = TypeAdapter(DecisionBody)

BODIES = (ProposalBody, DecisionBody)
"""What the OpenAPI document describes."""
