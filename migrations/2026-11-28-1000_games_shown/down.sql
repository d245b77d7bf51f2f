DROP INDEX games_shown;
