INSERT INTO customer (name, email) VALUES
    ('Ada', 'ada@${domain}'),
    ('Grace; Hopper', 'GRACE@${domain}'),
    ('Zo''ë 🚀', 'zoe@${domain}');
INSERT INTO product (sku, title, net_cents, attributes) VALUES
    ('A-1', 'Anvil', 1000, '{"colour":"black"}'),
    ('B-2', 'Balloon', 250, '{"colour":"red","sizes":[1,2]}'),
    ('C-3', 'Cheese', 499, NULL);
INSERT INTO purchase (id, customer, placed) VALUES (1, 1, '2026-02-03'), (2, 3, '2026-02-04');
INSERT INTO purchase_line VALUES (1, 1, 'A-1', 2), (1, 2, 'B-2', 20), (2, 1, 'C-3', 1);
