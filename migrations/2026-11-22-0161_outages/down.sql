DROP INDEX games_alive;
ALTER TABLE games DROP COLUMN outage;
DROP TABLE outage_notices;
DROP TABLE outages;
DROP TABLE heartbeats;
