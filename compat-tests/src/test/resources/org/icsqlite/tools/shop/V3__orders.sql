CREATE TABLE purchase (
    id       INTEGER PRIMARY KEY,
    customer INTEGER NOT NULL REFERENCES customer (id) ON DELETE RESTRICT,
    placed   TEXT NOT NULL,
    total    INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE purchase_line (
    purchase INTEGER NOT NULL REFERENCES purchase (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    position INTEGER NOT NULL,
    sku      TEXT NOT NULL REFERENCES product (sku),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (purchase, position)
);
CREATE TABLE audit (at TEXT, what TEXT NOT NULL);

-- A trigger has statements, semicolons and an END of its own.
CREATE TRIGGER purchase_total AFTER INSERT ON purchase_line
BEGIN
    UPDATE purchase
       SET total = total + CASE WHEN new.quantity >= 10 THEN 9 ELSE 10 END * new.quantity
             * (SELECT gross_cents FROM product WHERE sku = new.sku) / 10
     WHERE id = new.purchase;
    INSERT INTO audit (what) VALUES ('line; ' || new.sku);
END;
CREATE TRIGGER customer_kept BEFORE DELETE ON customer
WHEN (SELECT count(*) FROM purchase WHERE customer = old.id) > 0
BEGIN
    SELECT RAISE(ABORT, 'customer has purchases');
END;
