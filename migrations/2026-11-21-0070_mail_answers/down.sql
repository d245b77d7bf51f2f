DROP TABLE stopped_addresses;
DROP TABLE answer_mails;
DROP TABLE mail_questions;
