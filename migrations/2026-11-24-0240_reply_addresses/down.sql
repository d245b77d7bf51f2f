ALTER TABLE address_requests DROP COLUMN language;
DELETE FROM mail_questions WHERE topic <> 'question';
ALTER TABLE mail_questions DROP CONSTRAINT mail_questions_whole;
ALTER TABLE mail_questions
    ALTER COLUMN account_id SET NOT NULL, ALTER COLUMN recovery_id SET NOT NULL, ALTER COLUMN seat SET NOT NULL,
    ALTER COLUMN version SET NOT NULL, ALTER COLUMN decision SET NOT NULL, ALTER COLUMN also SET NOT NULL,
    ALTER COLUMN options SET NOT NULL, ALTER COLUMN actions SET NOT NULL,
    DROP COLUMN invitation_id, DROP COLUMN topic;
