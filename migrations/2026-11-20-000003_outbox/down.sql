DROP TABLE account_mails;
DROP TABLE outbox;
