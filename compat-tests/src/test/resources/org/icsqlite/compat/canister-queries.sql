-- One query a line. The crate and profile=canister both give the same rows or both refuse it.
SELECT a, b FROM t ORDER BY a
SELECT count(*), sum(a), avg(a), min(b), max(b), total(a), group_concat(b), string_agg(b, '-') FROM t
SELECT a, sum(a) OVER (ORDER BY a ROWS 1 PRECEDING), row_number() OVER w, lag(b) OVER w FROM t WINDOW w AS (ORDER BY b)
SELECT ntile(2) OVER (ORDER BY a), first_value(a) OVER (ORDER BY a), percent_rank() OVER (ORDER BY a) FROM t
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n
WITH x AS MATERIALIZED (SELECT a FROM t) SELECT * FROM x JOIN t USING (a) ORDER BY 1
SELECT json('{"a":[1,2]}'), json_extract('{"a":5}', '$.a'), '{"a":6}' -> '$.a', '{"a":7}' ->> 'a'
SELECT key, value, type FROM json_each('[1,"two",null]')
SELECT fullkey, atom FROM json_tree('{"a":{"b":1}}') WHERE atom IS NOT NULL
SELECT json_group_array(a ORDER BY a DESC), json_group_object(b, a) FROM t
SELECT hex(jsonb('{"a":1}')), json_valid('{a:1}', 2), json_error_position('[1,'), json_pretty('[1]')
SELECT json_patch('{"a":1}', '{"a":null}'), json_array_insert('[1]', '$[0]', 2)
SELECT date('2024-02-28', '+1 day'), time('12:34:56', '-1 hour'), datetime(1700000000, 'unixepoch')
SELECT julianday('2024-01-01'), unixepoch('2024-01-01'), strftime('%Y|%j|%W|%f', '2024-03-01 01:02:03.456')
SELECT timediff('2024-03-01', '2023-02-27'), date('2024-01-31', '+1 month', 'floor'), datetime('2024-01-01', 'subsec')
SELECT datetime('2024-01-01', 'localtime'), date('2024-01-01', 'utc'), time('12:00', 'LOCALTIME', '+1 hour')
SELECT strftime('%H', '2024-01-01', 'localtime'), julianday('2024-01-01', '+1 day', 'UTC'), unixepoch('2024-01-01', 'utc')
SELECT datetime('2024-01-01', '+1 day', 'start of month', 'weekday 3'), datetime('2024-01-01', 'nonsense')
SELECT date(NULL, '+1 day'), datetime('2024-01-01', NULL), date('nonsense', 'localtime'), strftime(NULL, '2024-01-01', '+1 day')
SELECT date(2460000.5, 'auto', '+1 day'), date(0, 'auto', 'unixepoch'), date('2024-01-01', 'unixepoch'), time(x'31323a3030', '+1 hour')
SELECT date('2024-01-01', '+1 day', '+1 day', '+1 day', '+1 day', '+1 day', '+1 day', '+1 day', '+1 day', '+1 day', '+1 day')
SELECT b FROM t WHERE date('2024-01-0' || a, CASE a WHEN 1 THEN 'localtime' ELSE '+1 day' END) IS NULL
SELECT abs(-3), coalesce(NULL, 2), ifnull(NULL, 3), iif(1, 2, 3), nullif(1, 1), likely(1), unlikely(0), likelihood(1, 0.5)
SELECT upper('aé'), lower('ABC'), trim(' x '), ltrim('xxy', 'x'), rtrim('yxx', 'x'), substr('hello', 2, 3), replace('aba', 'a', 'c')
SELECT instr('hello', 'l'), length('é'), octet_length('é'), hex('a'), unhex('61'), quote('it''s'), char(65, 66), unicode('A')
SELECT printf('%05d|%s|%.2f', 42, 'x', 1.5), format('%,d', 1234567), round(2.5), round(2.345, 2), sign(-2), typeof(1.0)
SELECT concat('a', NULL, 'b'), concat_ws(',', 'a', NULL, 'b'), unistr('\u0041'), zeroblob(3), soundex('Robert')
SELECT 'abc' LIKE 'A%', 'abc' GLOB 'a*', 1 IS DISTINCT FROM NULL, 5 BETWEEN 1 AND 9, 'a' COLLATE NOCASE = 'A'
SELECT changes() >= 0, total_changes() >= 0, last_insert_rowid() >= 0
SELECT highlight(notes, 0, '[', ']'), snippet(notes, 0, '<', '>', '..', 4), round(bm25(notes), 6) FROM notes('hello')
SELECT body FROM notes WHERE notes MATCH 'hel* NOT world' ORDER BY rank
SELECT "no such column is a text"
SELECT 1_000_000, 0x1F, 1e3, x'00ff', TRUE, CURRENT_DATE IS NOT NULL
SELECT a FROM t ORDER BY a LIMIT 2 OFFSET 1
SELECT * FROM t LEFT JOIN g ON t.a = g.a FULL JOIN (SELECT 9 AS z) ON z = t.a ORDER BY 1, 3
SELECT a FROM t UNION SELECT a FROM g INTERSECT SELECT 1 EXCEPT SELECT 2
SELECT (a, b) IN (VALUES (1, 'one')), a NOTNULL, CAST(b AS BLOB), EXISTS (SELECT 1 FROM g) FROM t
SELECT name FROM pragma_table_info('t')
SELECT count(*) FROM pragma_index_list('t')
SELECT sum(a) FILTER (WHERE a > 1) FROM t
PRAGMA foreign_keys
PRAGMA recursive_triggers
PRAGMA page_size
PRAGMA integrity_check
PRAGMA quick_check
PRAGMA user_version
PRAGMA table_info(t)
PRAGMA foreign_key_list(child)
PRAGMA auto_vacuum
PRAGMA encoding
EXPLAIN QUERY PLAN SELECT a FROM t
SELECT sin(1.0)
SELECT a, pow(a, 2) FROM t
SELECT pi()
SELECT ceil(1.5)
SELECT log(10), ln(2)
SELECT mod(5, 3)
SELECT sqrt(4)
SELECT reverse('abc')
SELECT padl('a', 3)
SELECT stdev(a) FROM t
SELECT median(a) FROM t
SELECT percentile(a, 50) FROM t
SELECT percentile_cont(a, 0.5) FROM t
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t
SELECT mode(a) FROM t
SELECT variance(a) OVER () FROM t
SELECT charindex('b', 'abc')
SELECT load_extension('x')
SELECT fts3_tokenizer('simple')
SELECT matchinfo(notes) FROM notes('hello')
SELECT offsets(notes) FROM notes('hello')
SELECT rtreenode(2, x'00')
SELECT rtreecheck('t')
SELECT sqlite_offset(a) FROM t
SELECT difference('a', 'b')
SELECT regexp('a', 'b')
SELECT 'a' REGEXP 'b'
SELECT generate_series(1, 2)
SELECT * FROM generate_series(1, 2)
SELECT * FROM dbstat
SELECT * FROM sqlite_dbpage
SELECT * FROM bytecode('SELECT 1')
SELECT * FROM sqlite_stmt
SELECT * FROM fts4aux
SELECT * FROM pragma_wal_checkpoint
SELECT * FROM pragma_default_cache_size
SELECT x FROM missing
SELECT nothing(1)
SELEC 1
