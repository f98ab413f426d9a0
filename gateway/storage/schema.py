"""Every table, for SQLite and PostgreSQL alike.

Only types that mean the same in both are used: times are milliseconds since 1970 in 64-bit
integers, JSON and comma lists are plain text, ids are text. The migrations beside this module
make exactly these tables; a test compares. Module-level statements are built from these tables
where they are used, so that SQLAlchemy compiles each of them once.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Names of constraints, the same in both databases, so that a migration can drop any of them."""

metadata = MetaData(naming_convention=NAMING)


def _references(target: str, *, cascade: bool = False) -> ForeignKey:
    return ForeignKey(target, ondelete="CASCADE" if cascade else None)


players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # the name as it is compared, of accounts only: guests may share one
    Column("name_key", Text),
    Column("password_hash", Text),
    Column("guest", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("roles", Text, nullable=False, server_default=""),
    UniqueConstraint("name_key"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("player_id", Text, _references("players.id", cascade=True), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
    Index(None, "expires_ms"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("status", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("title", Text),
    Column("creator", Text, _references("players.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("chat_seq", Integer, nullable=False, server_default="0"),
    Column("turn", Integer),
    Column("deadline_ms", BigInteger),
    Column("bot_turn", Boolean, nullable=False),
    Column("lexicon_name", Text, nullable=False),
    Column("lexicon_version", Text, nullable=False),
    Column("lexicon_sha256", Text, nullable=False),
    Column("layout", Text, nullable=False),
    Column("word_rule", Text, nullable=False),
    # what the lobby shows beyond the columns, as JSON
    Column("summary", Text, nullable=False),
    # the bag's seed; leaves this table in the event that ends the match, never before
    Column("secret", Text, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("rematch_of", Text, _references("matches.id")),
    CheckConstraint("status IN ('waiting', 'playing', 'closing', 'ended')", name="status"),
    CheckConstraint("visibility IN ('open', 'private')", name="visibility"),
    Index(None, "status", "created_ms", "id"),
    Index(None, "status", "updated_ms", "id"),
    Index(None, "creator"),
    Index(None, "rematch_of"),
    Index(None, "deadline_ms"),
    Index(None, "bot_turn"),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", Text, _references("matches.id", cascade=True), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("level", Text),
    # the name the seat plays under; a person's account may be renamed later
    Column("name", Text),
    Column("player_id", Text, _references("players.id")),
    Column("reserved_for", Text, _references("players.id")),
    Column("invitation_hash", Text),
    Column("score", Integer, nullable=False, server_default="0"),
    CheckConstraint("kind IN ('person', 'bot')", name="kind"),
    Index(None, "player_id"),
    Index(None, "reserved_for"),
)

events = Table(
    "events",
    metadata,
    Column("match_id", Text, _references("matches.id", cascade=True), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("type", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("match_id", Text, _references("matches.id", cascade=True), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("body_hash", Text, nullable=False),
    # the events the request made: seq_from <= seq <= seq_to
    Column("seq_from", Integer, nullable=False),
    Column("seq_to", Integer, nullable=False),
)

# of requests that make something new; turns keep theirs in `idempotency`, with the match
request_keys = Table(
    "request_keys",
    metadata,
    Column("player_id", Text, _references("players.id", cascade=True), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("body_hash", Text, nullable=False),
    # what the request made: id of the match, number of the message or of the proposal
    Column("reference", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("kind IN ('match', 'chat', 'proposal')", name="kind"),
    Index(None, "at_ms"),
)

chat = Table(
    "chat",
    metadata,
    Column("match_id", Text, _references("matches.id", cascade=True), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Text, _references("players.id"), nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
)

chat_reports = Table(
    "chat_reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Text, _references("matches.id", cascade=True), nullable=False),
    Column("n", Integer, nullable=False),
    Column("reporter", Text, _references("players.id"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("handled", Boolean, nullable=False),
    UniqueConstraint("match_id", "n", "reporter"),
    Index(None, "handled", "at_ms"),
)

statistics = Table(
    "statistics",
    metadata,
    Column("player_id", Text, _references("players.id", cascade=True), primary_key=True),
    Column("lexicon_name", Text, primary_key=True),
    # whom the games were played against: persons only, or a bot among them
    Column("opponents", Text, primary_key=True),
    Column("games", Integer, nullable=False, server_default="0"),
    Column("wins", Integer, nullable=False, server_default="0"),
    Column("draws", Integer, nullable=False, server_default="0"),
    Column("points", BigInteger, nullable=False, server_default="0"),
    Column("best_turn_points", Integer, nullable=False, server_default="0"),
    Column("best_turn_text", Text, nullable=False, server_default=""),
    Column("turns", Integer, nullable=False, server_default="0"),
    Column("bingos", Integer, nullable=False, server_default="0"),
    Column("time_ms", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("opponents IN ('persons', 'bots')", name="opponents"),
    Index(None, "lexicon_name", "wins"),
    Index(None, "lexicon_name", "points"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", Text, _references("players.id", cascade=True), primary_key=True),
    Column("lexicon_name", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index(None, "lexicon_name", "mu"),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("lexicon_name", Text, nullable=False),
    Column("lexicon_version", Text, nullable=False),
    Column("word", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("proposer", Text, _references("players.id"), nullable=False),
    Column("match_id", Text, _references("matches.id")),
    Column("status", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("decided_by", Text, _references("players.id")),
    Column("decided_ms", BigInteger),
    Column("note", Text, nullable=False, server_default=""),
    CheckConstraint("kind IN ('add', 'remove')", name="kind"),
    CheckConstraint("status IN ('open', 'accepted', 'rejected')", name="status"),
    Index(None, "lexicon_name", "status", "id"),
    Index(None, "proposer"),
    # a word is proposed once at a time
    Index(
        "uq_proposals_open_word",
        "lexicon_name",
        "word",
        unique=True,
        sqlite_where=text("status = 'open'"),
        postgresql_where=text("status = 'open'"),
    ),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)
