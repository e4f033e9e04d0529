PRAGMA foreign_keys = OFF;
CREATE TABLE line_new (
    purchase INTEGER NOT NULL REFERENCES purchase (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sku      TEXT NOT NULL REFERENCES product (sku),
    quantity INTEGER NOT NULL,
    PRIMARY KEY (purchase, position)
) WITHOUT ROWID;
INSERT INTO line_new SELECT * FROM purchase_line;
DROP TABLE purchase_line;
ALTER TABLE line_new RENAME TO purchase_line;
PRAGMA foreign_keys = ON;
