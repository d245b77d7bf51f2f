ALTER TABLE one_time_links DROP COLUMN tries;
DROP TABLE devices;
