-- The inbox finds the seats of an account in the index alone: their rows lie anywhere among those of a million games, each
-- on a page that nobody has touched for long.
DROP INDEX seats_of_account;
CREATE INDEX seats_of_account ON seats (account_id, game_id) INCLUDE (seat, confirmed_at) WHERE account_id IS NOT NULL;
