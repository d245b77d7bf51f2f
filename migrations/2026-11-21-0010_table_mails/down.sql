DROP INDEX table_mails_of_account;
