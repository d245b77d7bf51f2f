ALTER TABLE mail_links DROP COLUMN opened_from, DROP COLUMN opened_by, DROP COLUMN sealed_secret;
