ALTER TABLE announcements DROP COLUMN mailed_up_to, DROP COLUMN mailed_at;
DROP TABLE reports;
DROP TABLE refused_addresses;
