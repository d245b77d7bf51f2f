DROP TABLE friends;
