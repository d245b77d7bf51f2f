DROP TABLE club_messages, club_talks;
