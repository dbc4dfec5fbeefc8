"""Enforces rules and time while bots play."""

import os

# Bots are started by fork and exec beside gRPC's threads, which is safe, but gRPC warns of it on
# stderr unless it was told before its import that nothing of it is needed after a fork.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
