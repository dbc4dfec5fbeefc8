"""``python -m ladder.migrations "what changes"``: writes the migration to what the models say."""

import sys
import tempfile

from alembic import command

from ladder.database import disposing, migrating, open_database

if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as folder,
        disposing(open_database(f"sqlite:///{folder}/newest.db")) as engine,
        migrating(engine) as config,
    ):
        command.revision(config, message=" ".join(sys.argv[1:]), autogenerate=True)
