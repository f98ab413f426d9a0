"""The first tables: players, matches with their events, chat, results, proposals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("roles", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("name_key", name=op.f("uq_players_name_key")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("creator", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("chat_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("deadline_ms", sa.BigInteger(), nullable=True),
        sa.Column("bot_turn", sa.Boolean(), nullable=False),
        sa.Column("lexicon_name", sa.Text(), nullable=False),
        sa.Column("lexicon_version", sa.Text(), nullable=False),
        sa.Column("lexicon_sha256", sa.Text(), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("word_rule", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("chat", sa.Boolean(), nullable=False),
        sa.Column("rematch_of", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "status IN ('waiting', 'playing', 'closing', 'ended')", name=op.f("ck_matches_status")
        ),
        sa.CheckConstraint("visibility IN ('open', 'private')", name=op.f("ck_matches_visibility")),
        sa.ForeignKeyConstraint(
            ["creator"], ["players.id"], name=op.f("fk_matches_creator_players")
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["matches.id"], name=op.f("fk_matches_rematch_of_matches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_bot_turn"), "matches", ["bot_turn"], unique=False)
    op.create_index(op.f("ix_matches_creator"), "matches", ["creator"], unique=False)
    op.create_index(op.f("ix_matches_deadline_ms"), "matches", ["deadline_ms"], unique=False)
    op.create_index(op.f("ix_matches_rematch_of"), "matches", ["rematch_of"], unique=False)
    op.create_index(
        op.f("ix_matches_status_created_ms_id"),
        "matches",
        ["status", "created_ms", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_matches_status_updated_ms_id"),
        "matches",
        ["status", "updated_ms", "id"],
        unique=False,
    )
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("lexicon_name", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_ratings_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("player_id", "lexicon_name", name=op.f("pk_ratings")),
    )
    op.create_index(
        op.f("ix_ratings_lexicon_name_mu"), "ratings", ["lexicon_name", "mu"], unique=False
    )
    op.create_table(
        "request_keys",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body_hash", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('match', 'chat', 'proposal')", name=op.f("ck_request_keys_kind")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_request_keys_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("player_id", "key", name=op.f("pk_request_keys")),
    )
    op.create_index(op.f("ix_request_keys_at_ms"), "request_keys", ["at_ms"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("seen_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_sessions_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_expires_ms"), "sessions", ["expires_ms"], unique=False)
    op.create_index(op.f("ix_sessions_player_id"), "sessions", ["player_id"], unique=False)
    op.create_table(
        "statistics",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("lexicon_name", sa.Text(), nullable=False),
        sa.Column("opponents", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), server_default="0", nullable=False),
        sa.Column("wins", sa.Integer(), server_default="0", nullable=False),
        sa.Column("draws", sa.Integer(), server_default="0", nullable=False),
        sa.Column("points", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("best_turn_points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("best_turn_text", sa.Text(), server_default="", nullable=False),
        sa.Column("turns", sa.Integer(), server_default="0", nullable=False),
        sa.Column("bingos", sa.Integer(), server_default="0", nullable=False),
        sa.Column("time_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "opponents IN ('persons', 'bots')", name=op.f("ck_statistics_opponents")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_statistics_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "player_id", "lexicon_name", "opponents", name=op.f("pk_statistics")
        ),
    )
    op.create_index(
        op.f("ix_statistics_lexicon_name_points"),
        "statistics",
        ["lexicon_name", "points"],
        unique=False,
    )
    op.create_index(
        op.f("ix_statistics_lexicon_name_wins"),
        "statistics",
        ["lexicon_name", "wins"],
        unique=False,
    )
    op.create_table(
        "chat",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_chat_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_chat_player_id_players")
        ),
        sa.PrimaryKeyConstraint("match_id", "n", name=op.f("pk_chat")),
    )
    op.create_index(op.f("ix_chat_player_id"), "chat", ["player_id"], unique=False)
    op.create_table(
        "chat_reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("handled", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f("fk_chat_reports_match_id_matches"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["reporter"], ["players.id"], name=op.f("fk_chat_reports_reporter_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_reports")),
        sa.UniqueConstraint(
            "match_id", "n", "reporter", name=op.f("uq_chat_reports_match_id_n_reporter")
        ),
    )
    op.create_index(
        op.f("ix_chat_reports_handled_at_ms"), "chat_reports", ["handled", "at_ms"], unique=False
    )
    op.create_table(
        "events",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f("fk_events_match_id_matches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_events")),
    )
    op.create_table(
        "idempotency",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("body_hash", sa.Text(), nullable=False),
        sa.Column("seq_from", sa.Integer(), nullable=False),
        sa.Column("seq_to", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f("fk_idempotency_match_id_matches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", "key", name=op.f("pk_idempotency")),
    )
    op.create_table(
        "match_seats",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("player_id", sa.Text(), nullable=True),
        sa.Column("reserved_for", sa.Text(), nullable=True),
        sa.Column("invitation_hash", sa.Text(), nullable=True),
        sa.Column("score", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("kind IN ('person', 'bot')", name=op.f("ck_match_seats_kind")),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f("fk_match_seats_match_id_matches"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_match_seats_player_id_players")
        ),
        sa.ForeignKeyConstraint(
            ["reserved_for"], ["players.id"], name=op.f("fk_match_seats_reserved_for_players")
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_match_seats")),
    )
    op.create_index(op.f("ix_match_seats_player_id"), "match_seats", ["player_id"], unique=False)
    op.create_index(
        op.f("ix_match_seats_reserved_for"), "match_seats", ["reserved_for"], unique=False
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lexicon_name", sa.Text(), nullable=False),
        sa.Column("lexicon_version", sa.Text(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("proposer", sa.Text(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_ms", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("kind IN ('add', 'remove')", name=op.f("ck_proposals_kind")),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'rejected')", name=op.f("ck_proposals_status")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["players.id"], name=op.f("fk_proposals_decided_by_players")
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_proposals_match_id_matches")
        ),
        sa.ForeignKeyConstraint(
            ["proposer"], ["players.id"], name=op.f("fk_proposals_proposer_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
    )
    op.create_index(
        op.f("ix_proposals_lexicon_name_status_id"),
        "proposals",
        ["lexicon_name", "status", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_proposals_proposer"), "proposals", ["proposer"], unique=False)
    op.create_index(
        "uq_proposals_open_word",
        "proposals",
        ["lexicon_name", "word"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )


def downgrade() -> None:
    """Drop every table."""
    for table in (
        "proposals",
        "match_seats",
        "idempotency",
        "events",
        "chat_reports",
        "chat",
        "statistics",
        "sessions",
        "request_keys",
        "ratings",
        "matches",
        "players",
        "heartbeats",
    ):
        op.drop_table(table)
