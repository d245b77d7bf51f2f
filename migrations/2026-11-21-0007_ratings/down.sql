DROP INDEX games_to_rate;
ALTER TABLE games DROP COLUMN rated_at;
DROP TABLE reliability;
DROP TABLE ratings;
