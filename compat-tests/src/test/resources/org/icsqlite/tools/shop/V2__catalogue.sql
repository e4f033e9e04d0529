CREATE TABLE product (
    sku        TEXT PRIMARY KEY,
    title      TEXT NOT NULL,
    net_cents  INTEGER NOT NULL CHECK (net_cents >= 0),
    tax_rate   REAL NOT NULL DEFAULT 0.19,
    attributes TEXT CHECK (attributes IS NULL OR json_valid(attributes)),
    gross_cents INTEGER GENERATED ALWAYS AS (CAST(round(net_cents * (1 + tax_rate)) AS INTEGER)) STORED,
    colour     TEXT GENERATED ALWAYS AS (json_extract(attributes, '$.colour')) VIRTUAL
) WITHOUT ROWID;
CREATE INDEX product_colour ON product (colour) WHERE colour IS NOT NULL;
CREATE UNIQUE INDEX product_title ON product (lower(title));
