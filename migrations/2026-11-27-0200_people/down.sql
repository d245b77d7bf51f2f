DROP TABLE follows;
DROP INDEX accounts_searched;
ALTER TABLE accounts DROP COLUMN searchable;
