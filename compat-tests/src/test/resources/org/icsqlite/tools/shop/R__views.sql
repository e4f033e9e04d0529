DROP VIEW IF EXISTS revenue;
CREATE VIEW revenue (name, cents) AS
SELECT c.name, sum(p.total) FROM customer c JOIN purchase p ON p.customer = c.id GROUP BY c.id;
DROP TRIGGER IF EXISTS revenue_insert;
CREATE TRIGGER revenue_insert INSTEAD OF INSERT ON revenue BEGIN
    INSERT INTO customer (name, email) VALUES (new.name, new.name || '@${domain}');
END;
