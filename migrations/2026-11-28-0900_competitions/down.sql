ALTER TABLE games DROP COLUMN competition_id, DROP COLUMN competition_counted_at;
DROP TABLE competition_corrections, competition_tables, competition_rounds, competition_entrants, competitions;
