ALTER TABLE mail_collections DROP COLUMN abandoned;
ALTER TABLE answer_mails DROP COLUMN abandoned;
ALTER TABLE table_mails DROP COLUMN abandoned;
ALTER TABLE account_mails DROP COLUMN abandoned;
ALTER TABLE outbox DROP COLUMN abandoned;
