DROP INDEX mails_waiting;
ALTER TABLE mails DROP COLUMN released, DROP COLUMN waiting_since;
