-- `games_shown` finds the same games.
DROP INDEX games_alive;
