-- How many workers have claimed a mail and never come back. A worker that is killed says nothing against the mails it
-- held; only several of them count as an attempt.
ALTER TABLE outbox ADD COLUMN abandoned smallint NOT NULL DEFAULT 0;
ALTER TABLE account_mails ADD COLUMN abandoned smallint NOT NULL DEFAULT 0;
ALTER TABLE table_mails ADD COLUMN abandoned smallint NOT NULL DEFAULT 0;
ALTER TABLE answer_mails ADD COLUMN abandoned smallint NOT NULL DEFAULT 0;
ALTER TABLE mail_collections ADD COLUMN abandoned smallint NOT NULL DEFAULT 0;
