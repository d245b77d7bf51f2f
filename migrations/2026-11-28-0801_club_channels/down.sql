DROP INDEX feed_addresses_by_renewal;
DELETE FROM game_channels WHERE club_id IS NOT NULL;
ALTER TABLE game_channels DROP COLUMN club_id;
DROP TABLE club_channels;
