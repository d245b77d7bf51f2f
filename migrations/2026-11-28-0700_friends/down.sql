ALTER TABLE accounts DROP COLUMN shares_availability;
DROP TABLE friends;
