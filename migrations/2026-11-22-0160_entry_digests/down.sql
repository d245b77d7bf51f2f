ALTER TABLE positions DROP COLUMN digest;
ALTER TABLE entries DROP COLUMN digest;
