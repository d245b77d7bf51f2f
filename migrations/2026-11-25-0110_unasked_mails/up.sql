-- When mails left for a mailbox whose owner did not ask for them: others registered with it, changed to it, invited it.
CREATE TABLE unasked_mails (
    -- SHA-256 of the address as it is compared, without the tag behind a plus: of such an address nothing else is stored
    email_hash bytea PRIMARY KEY,
    -- the mails, the latest first; four are all that the limits look at
    mails      uuid[] NOT NULL,
    -- when each of them left
    sent_at    timestamptz[] NOT NULL
);
-- registrations whose mail has not left: the newest with an address is mailed first
CREATE INDEX mails_of_registrations ON mails (partition) WHERE kind = 'verify_address' AND settled_at IS NULL;
