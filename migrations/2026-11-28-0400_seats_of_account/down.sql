DROP INDEX seats_of_account;
CREATE INDEX seats_of_account ON seats (account_id, game_id) WHERE account_id IS NOT NULL;
