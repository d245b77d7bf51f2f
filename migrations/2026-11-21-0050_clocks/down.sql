DROP TABLE availability_due;
DROP TABLE vacations;
DROP TABLE availability;
DROP INDEX decisions_due;
ALTER TABLE decisions DROP COLUMN deadline, DROP COLUMN warn_at, DROP COLUMN warn_again_at, DROP COLUMN put_off_until;
ALTER TABLE entries DROP COLUMN deadlines;
ALTER TABLE positions DROP COLUMN clocks;
ALTER TABLE seats DROP COLUMN availability;
ALTER TABLE games DROP COLUMN clock;
