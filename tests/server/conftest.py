"""What the tests of the server share."""

from tests.server.databases import database, on_sqlite, postgres, postgres_server

__all__ = ["database", "on_sqlite", "postgres", "postgres_server"]
