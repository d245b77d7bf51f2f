-- A reply to a private message goes to its sender alone.
-- null: replies are read by everybody in the game
ALTER TABLE mail_questions ADD COLUMN addressee_id uuid;
