ALTER TABLE games DROP COLUMN club_id;
DROP TABLE club_links, club_members, clubs;
