DROP TABLE reports;
DROP TABLE refused_addresses;
