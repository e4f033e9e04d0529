ALTER TABLE customer ADD COLUMN city TEXT;
ALTER TABLE purchase ADD COLUMN state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid'));
ALTER TABLE audit RENAME COLUMN what TO event;
ALTER TABLE audit RENAME TO journal;
ALTER TABLE journal DROP COLUMN at;
