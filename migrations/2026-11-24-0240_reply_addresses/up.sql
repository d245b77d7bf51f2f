-- Every mail that something can be replied to has an address of its own, not only those with a question about a game. The
-- table keeps its name, so that a server of the release before can go on beside this one.
-- what a yes or a no means: question, invitation, presence, vote, seat_offer, caretaker, messages, rematch, game
ALTER TABLE mail_questions ADD COLUMN topic text NOT NULL DEFAULT 'question';
ALTER TABLE mail_questions ADD COLUMN invitation_id uuid;
ALTER TABLE mail_questions
    -- null: an address without an account was written to
    ALTER COLUMN account_id DROP NOT NULL, ALTER COLUMN recovery_id DROP NOT NULL,
    -- null where no seat and no version of a game is meant
    ALTER COLUMN seat DROP NOT NULL, ALTER COLUMN version DROP NOT NULL,
    -- the decision whose answers are numbered, or the vote
    ALTER COLUMN decision DROP NOT NULL,
    -- only of a question
    ALTER COLUMN also DROP NOT NULL, ALTER COLUMN options DROP NOT NULL, ALTER COLUMN actions DROP NOT NULL;
ALTER TABLE mail_questions ADD CONSTRAINT mail_questions_whole CHECK (topic <> 'question' OR (account_id IS NOT NULL
    AND recovery_id IS NOT NULL AND seat IS NOT NULL AND version IS NOT NULL AND decision IS NOT NULL
    AND also IS NOT NULL AND options IS NOT NULL AND actions IS NOT NULL));
-- Requests for addresses say in which language their mail is wanted, where no account says so.
ALTER TABLE address_requests ADD COLUMN language text;
