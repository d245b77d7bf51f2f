-- A mail that can't leave waits: not reaching the mail server, and its "not now", are no attempts.
ALTER TABLE mails
    -- since when the mail server could not be reached or did not take it; null: it does not wait for that
    ADD COLUMN waiting_since timestamptz,
    -- true: it was due at once because another mail had got through, and was deferred again: it waits for its own time now
    ADD COLUMN released      boolean;
-- what is due again as soon as a mail gets through
CREATE INDEX mails_waiting ON mails (waiting_since)
    WHERE settled_at IS NULL AND waiting_since IS NOT NULL AND released IS NOT TRUE;
