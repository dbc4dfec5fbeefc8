"""Every published figure, one command each. Run them with ``python -m benchmarks.NAME``."""
