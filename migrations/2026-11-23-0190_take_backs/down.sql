ALTER TABLE entries DROP COLUMN take_backs, DROP COLUMN clocks_before;
ALTER TABLE positions DROP COLUMN take_backs;
