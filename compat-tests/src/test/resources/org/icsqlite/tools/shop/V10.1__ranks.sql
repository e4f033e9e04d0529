CREATE TABLE ranking AS
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
SELECT i AS place, 'p' || i AS label, i * 1.5 AS score, zeroblob(i % 7) AS raw FROM n;
CREATE UNIQUE INDEX ranking_place ON ranking (place);
ANALYZE ranking;
