DROP INDEX mails_waiting_in;
CREATE INDEX mails_open ON mails (partition, account_id, version) WHERE settled_at IS NULL;
ALTER FUNCTION write_game_1 RESET enable_seqscan;
