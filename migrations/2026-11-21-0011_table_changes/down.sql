DELETE FROM stream_items WHERE kind = 'change';
DELETE FROM relay_due WHERE kind = 'change';
ALTER TABLE relayed DROP COLUMN change;
DROP TABLE table_changes;
ALTER TABLE games DROP COLUMN last_change;
