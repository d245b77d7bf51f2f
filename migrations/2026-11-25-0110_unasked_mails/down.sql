DROP INDEX mails_of_registrations;
DROP TABLE unasked_mails;
