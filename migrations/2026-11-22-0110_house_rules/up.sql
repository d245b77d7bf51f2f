-- The options of a game that are house rules, by name: a game with one is not rated.
ALTER TABLE games ADD COLUMN house_rules text[] NOT NULL DEFAULT '{}';
