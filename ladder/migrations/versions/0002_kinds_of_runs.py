"""Kinds of runs: those there were are tournaments"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KIND = sa.Enum("tournament", "comparison", name="runkind", native_enum=False, length=32)


def upgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.add_column(sa.Column("kind", KIND, nullable=False, server_default="tournament"))


def downgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_column("kind")
