DROP INDEX table_mails_of_person, table_mails_collected, outbox_of_account, outbox_collected;
ALTER TABLE table_mails DROP COLUMN held, DROP COLUMN collected_in;
ALTER TABLE outbox DROP COLUMN held, DROP COLUMN collected_in;
DROP TABLE mail_collections;
DROP TABLE game_notice_settings;
DROP TABLE notice_settings;
