ALTER TABLE mail_questions DROP COLUMN addressee_id;
