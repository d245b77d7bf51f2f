ALTER TABLE answer_mails DROP COLUMN said_at;
