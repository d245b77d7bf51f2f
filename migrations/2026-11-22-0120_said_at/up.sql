ALTER TABLE answer_mails
    -- the version of the game that the action was decided on: the receipt speaks of the game as it stood then
    ADD COLUMN said_at bigint;
