DROP TABLE seat_offers;
DROP TABLE ballots;
DROP TABLE votes;
ALTER TABLE seats DROP CONSTRAINT seats_caretaker, DROP COLUMN caretaker, DROP COLUMN resigned_at;
ALTER TABLE games DROP COLUMN revision;
ALTER TABLE positions DROP COLUMN summary;
DROP INDEX entries_standing;
ALTER TABLE entries DROP COLUMN standing, DROP COLUMN service_events;
