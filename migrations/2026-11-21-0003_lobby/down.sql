DROP TABLE table_mails;
DROP TABLE kicks;
DROP TABLE invitation_links;
DROP TABLE invitations;
ALTER TABLE seats DROP COLUMN confirmed_at;
DROP INDEX games_rematch, games_of_owner, games_free_seats, games_language, games_ruleset, games_words, games_lobby_due;
ALTER TABLE games
    DROP COLUMN rematch_of,
    DROP COLUMN lobby_due_at,
    DROP COLUMN free_seats,
    DROP COLUMN name_key,
    DROP COLUMN language,
    DROP COLUMN terms;
