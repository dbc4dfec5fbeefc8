"""The store"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "author",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_author")),
        sa.UniqueConstraint("name", name=op.f("uq_author_name")),
    )
    op.create_table(
        "run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column(
            "status",
            sa.Enum("planned", "done", name="runstatus", native_enum=False, length=32),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        sa.UniqueConstraint("name", name=op.f("uq_run_name")),
    )
    op.create_table(
        "bot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["author.id"], name=op.f("fk_bot_author_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot")),
        sa.UniqueConstraint("name", name=op.f("uq_bot_name")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("group", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "planned", "done", "quarantined", name="matchstatus", native_enum=False, length=32
            ),
            nullable=False,
        ),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("record", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("failure", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("booked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_match_run_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("run_id", "group", "round", name=op.f("uq_match_run_id_group_round")),
        sa.UniqueConstraint("run_id", "number", name=op.f("uq_match_run_id_number")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index("ix_match_run_id_status", ["run_id", "status"], unique=False)

    op.create_table(
        "snapshot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_snapshot_run_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_snapshot")),
        sa.UniqueConstraint("run_id", "digest", name=op.f("uq_snapshot_run_id_digest")),
    )
    op.create_table(
        "bot_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("run", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("build", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name=op.f("fk_bot_version_bot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_version")),
        sa.UniqueConstraint("bot_id", "number", name=op.f("uq_bot_version_bot_id_number")),
        sa.UniqueConstraint("digest", name=op.f("uq_bot_version_digest")),
    )
    op.create_table(
        "match_player",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_match_player_match_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["bot_version.id"], name=op.f("fk_match_player_version_id")
        ),
        sa.PrimaryKeyConstraint("match_id", "position", name=op.f("pk_match_player")),
    )
    with op.batch_alter_table("match_player", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_match_player_version_id"), ["version_id"], unique=False
        )

    op.create_table(
        "rating",
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["snapshot_id"], ["snapshot.id"], name=op.f("fk_rating_snapshot_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["bot_version.id"], name=op.f("fk_rating_version_id")
        ),
        sa.PrimaryKeyConstraint("snapshot_id", "version_id", name=op.f("pk_rating")),
    )
    op.create_table(
        "fault_count",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "position"],
            ["match_player.match_id", "match_player.position"],
            name=op.f("fk_fault_count_match_id_position"),
        ),
        sa.PrimaryKeyConstraint("match_id", "position", "kind", name=op.f("pk_fault_count")),
    )
    op.create_table(
        "player_result",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "position"],
            ["match_player.match_id", "match_player.position"],
            name=op.f("fk_player_result_match_id_position"),
        ),
        sa.PrimaryKeyConstraint("match_id", "position", name=op.f("pk_player_result")),
    )
    op.create_table(
        "set_result",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("deck", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("exact", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id", "position"],
            ["match_player.match_id", "match_player.position"],
            name=op.f("fk_set_result_match_id_position"),
        ),
        sa.PrimaryKeyConstraint("match_id", "deck", "position", name=op.f("pk_set_result")),
    )


def downgrade() -> None:
    op.drop_table("set_result")
    op.drop_table("player_result")
    op.drop_table("fault_count")
    op.drop_table("rating")
    with op.batch_alter_table("match_player", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_match_player_version_id"))

    op.drop_table("match_player")
    op.drop_table("bot_version")
    op.drop_table("snapshot")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_run_id_status")

    op.drop_table("match")
    op.drop_table("bot")
    op.drop_table("run")
    op.drop_table("author")
