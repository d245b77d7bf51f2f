ALTER TABLE positions DROP COLUMN order_changes;
DROP TABLE orders;
