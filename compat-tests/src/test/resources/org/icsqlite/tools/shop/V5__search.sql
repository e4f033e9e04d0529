CREATE VIRTUAL TABLE product_text USING fts5(title, content = '', tokenize = 'porter unicode61');
INSERT INTO product_text (rowid, title) SELECT row_number() OVER (ORDER BY sku), title FROM product;
CREATE VIRTUAL TABLE note USING fts5(author UNINDEXED, body, prefix = '2 3');
INSERT INTO note VALUES ('ada', 'the anvil fell on the balloon'), ('zoe', 'cheese, more cheese');
