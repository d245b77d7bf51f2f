DROP TABLE seat_links;
