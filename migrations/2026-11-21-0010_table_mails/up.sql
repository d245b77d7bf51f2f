-- Before a mail about a table leaves it is asked whether a later one says the same.
CREATE INDEX table_mails_of_account ON table_mails (game_id, account_id, kind);
