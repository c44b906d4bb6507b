"""What the database holds: tables, and the log of each. `migrations/` brings an older database up to date."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("shard", Integer, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
    sqlite_autoincrement=True,  # a purged table's number is never given again
)

log = Table(
    "log",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("entries", LargeBinary, nullable=False),  # JSON: what was accepted together
    sqlite_with_rowid=False,
)

Index("log_at", log.c.at)
