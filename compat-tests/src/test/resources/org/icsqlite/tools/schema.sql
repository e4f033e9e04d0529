-- What Spring Boot runs when the application starts.
CREATE TABLE IF NOT EXISTS scripted(id INTEGER PRIMARY KEY, label TEXT);
INSERT INTO scripted(label) VALUES ('a;b'), ('c');
