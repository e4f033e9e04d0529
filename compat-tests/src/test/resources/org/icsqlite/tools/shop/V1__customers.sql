-- Who buys.
CREATE TABLE customer (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    name  TEXT NOT NULL CHECK (length(name) > 0),
    email TEXT NOT NULL COLLATE NOCASE UNIQUE,
    since TEXT NOT NULL DEFAULT '2026-01-01'
) STRICT;
CREATE INDEX customer_name ON customer (name COLLATE NOCASE, id DESC);
