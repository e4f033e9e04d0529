-- One statement a line. The crate and profile=canister both carry it out, with the same content
-- afterwards, or both refuse it.
INSERT INTO t VALUES (10, 'ten')
INSERT INTO t(a, b) VALUES (11, 'x') ON CONFLICT DO NOTHING
INSERT INTO strict_t VALUES (1, 'one') ON CONFLICT (id) DO UPDATE SET name = excluded.name
INSERT INTO strict_t VALUES (5, 5.5) RETURNING id
INSERT INTO strict_t VALUES ('x', 'y')
INSERT INTO g(a) VALUES (20)
INSERT INTO t SELECT a + 100, b FROM t ORDER BY a LIMIT 1
REPLACE INTO kv VALUES ('k', 'v2')
INSERT INTO child VALUES (1, 999)
INSERT INTO notes VALUES ('brave new world')
INSERT INTO notes(notes) VALUES ('optimize')
UPDATE t SET b = upper(b) WHERE a > 1
UPDATE t SET b = g.c FROM g WHERE g.a = t.a
UPDATE t SET a = a + 1 RETURNING a
DELETE FROM t WHERE a IN (SELECT a FROM t ORDER BY a LIMIT 1)
WITH w AS (SELECT a FROM t LIMIT 1) DELETE FROM t WHERE a IN w
DELETE FROM t
DELETE FROM t LIMIT 1
DELETE FROM t WHERE a > 0 ORDER BY a LIMIT 1
UPDATE t SET b = 'x' LIMIT 2
UPDATE t SET b = 'x' ORDER BY a DESC LIMIT 1 OFFSET 1
WITH w AS (SELECT 1) UPDATE t SET b = 'x' ORDER BY a LIMIT 1
DELETE FROM t RETURNING a LIMIT 1
CREATE TABLE n(a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT NOT NULL DEFAULT 'x' CHECK (length(b) < 9)) STRICT
CREATE TABLE w(a TEXT PRIMARY KEY, b) WITHOUT ROWID
CREATE TABLE gen(a, b AS (a * 2) STORED, c AS (upper(a)))
CREATE TABLE gen2(a, b AS (date(a, '+1 day')))
CREATE TABLE d(a DEFAULT (datetime('2024-01-01', '+1 day')), b DEFAULT (random()))
CREATE TABLE sel AS SELECT a, b FROM t
CREATE TABLE s1(a CHECK (sin(a) > 0))
CREATE TABLE s3(a, b AS (pow(a, 2)))
CREATE INDEX i1 ON t(lower(b)) WHERE a > 1
CREATE INDEX i2 ON t(date(b))
CREATE INDEX i3 ON t(date(b, '+1 day'))
CREATE INDEX i4 ON t(sqrt(a))
CREATE INDEX i5 ON t(a) WHERE log(a) > 1
CREATE INDEX i6 ON t(random())
CREATE VIEW v AS SELECT a, json_array(a, b) FROM t
CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO kv VALUES (new.a, new.b); END
CREATE TRIGGER tr2 AFTER INSERT ON t BEGIN DELETE FROM kv LIMIT 1; END
CREATE TEMP TABLE tmp AS SELECT 1
CREATE VIRTUAL TABLE f5 USING fts5(body, tokenize = 'porter')
CREATE VIRTUAL TABLE f5v USING fts5vocab(notes, row)
CREATE VIRTUAL TABLE f3 USING fts3(body)
CREATE VIRTUAL TABLE f4 USING fts4(body)
CREATE VIRTUAL TABLE rt USING rtree(id, a, b)
CREATE VIRTUAL TABLE rt32 USING rtree_i32(id, a, b)
CREATE VIRTUAL TABLE gp USING geopoly()
CREATE VIRTUAL TABLE ds USING dbstat(main)
CREATE VIRTUAL TABLE cs USING csv(filename = 'x')
ALTER TABLE t RENAME TO t2
ALTER TABLE t RENAME COLUMN b TO bb
ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'c'
ALTER TABLE t ADD COLUMN c CHECK (c IS NULL OR c > 0)
ALTER TABLE t ADD COLUMN c DEFAULT 1 CHECK (sin(c) > 0)
ALTER TABLE kv DROP COLUMN value
ALTER TABLE t ALTER COLUMN b SET NOT NULL
DROP TABLE kv
DROP TABLE IF EXISTS missing
DROP TABLE missing
REINDEX
PRAGMA user_version = 42
PRAGMA application_id = 7
PRAGMA nobody_knows_this = 1
SAVEPOINT s
VACUUM
CREATE TABLE n(a CHECK (a < date('now', '+1 day'))); INSERT INTO n VALUES ('1')
CREATE TABLE n(a CHECK (a < date('now', '+1 day'))); INSERT INTO n SELECT '1' WHERE 0
CREATE TABLE n(a CHECK (a < date('now', 'localtime'))); INSERT INTO n VALUES ('1')
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); INSERT INTO n VALUES ('now', 1)
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); INSERT INTO n VALUES ('SubSec', 1)
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); INSERT INTO n VALUES ('2000-01-01', datetime('now', '+1 day') > '2')
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); INSERT INTO n VALUES ('2000-01-01', datetime('now', '+1 day') > '2'), ('now', 3)
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); INSERT INTO n VALUES ('2000-01-01', 1); UPDATE n SET a = 'now' WHERE b < datetime('now', '+1 day')
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); INSERT INTO n VALUES ('2000-01-01', 1); UPDATE n SET b = 2 WHERE a < datetime('now', '+1 day')
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); ;; /* first */ INSERT INTO n VALUES ('now', 1) -- last
CREATE TABLE n(a, b AS (datetime(a, '+1 day')) STORED, c); INSERT INTO n(a) VALUES ('now')
CREATE TABLE n(a, b AS (datetime(a, '+1 day')), c); INSERT INTO n(a) VALUES ('now')
CREATE TABLE n(a, b AS (datetime(a, '+1 day')), c); INSERT INTO n(a) VALUES ('2000-01-01'); UPDATE n SET c = b WHERE b < datetime('now', '+1 day')
CREATE TABLE n(a, b AS (datetime(a, '+1 day')), c); INSERT INTO n(a) VALUES ('2000-01-01'); CREATE TABLE m AS SELECT b, datetime('now', '+1 day') > '2' AS x FROM n
CREATE TABLE n(a, b); CREATE INDEX ni ON n(strftime('%d', a, '+1 day')); INSERT INTO n VALUES ('now', 1)
CREATE TABLE n(a, b); CREATE INDEX ni ON n(strftime('%d', a, '+1 day')); INSERT INTO n VALUES ('2000-01-01', strftime('%d', 'now', '+1 day') > '0')
CREATE TABLE n(a, b); CREATE INDEX ni ON n(b) WHERE julianday(a, '+1 day') > 3; INSERT INTO n VALUES ('now', 1)
CREATE TABLE n(at INTEGER, day AS (date(at, 'unixepoch'))); INSERT INTO n VALUES (1700000000), (0); DELETE FROM n WHERE day < date('now', '-1 day')
CREATE TABLE n(at INTEGER, day AS (date(at, 'unixepoch'))); INSERT INTO n VALUES (1700000000), (0); INSERT INTO t SELECT count(*), 'x' FROM n AS i, n AS j WHERE i.day < date('now', '+1 days') AND j.day < date('now', '-' || i.at || ' seconds')
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); CREATE TRIGGER tr AFTER INSERT ON kv BEGIN INSERT INTO n VALUES (new.key, datetime('now', '+2 days') > '2'); END; INSERT INTO kv VALUES ('2000-01-01', 1)
CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b); CREATE TRIGGER tr AFTER INSERT ON kv BEGIN INSERT INTO n VALUES (new.key, datetime('now', '+2 days') > '2'); END; INSERT INTO kv VALUES ('now', datetime('now', '+1 day') > '2')
INSERT INTO t VALUES (4, 'now'); CREATE INDEX ti ON t(date(b, '+1 day'))
INSERT INTO t VALUES (4, 'now'); CREATE INDEX ti ON t(date(b, 'localtime'))
INSERT INTO t VALUES (4, 'now'); ALTER TABLE t ADD COLUMN c CHECK (date(b, '+1 day') > 1)
CREATE TABLE n(a DEFAULT (datetime('now', '+1 day') > '2'), b CHECK (datetime(b, '+1 day') > '')); INSERT INTO n(b) VALUES ('2000-01-01')
