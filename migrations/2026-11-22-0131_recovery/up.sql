-- Recovery: what an account had issued before its password or address changed, or its sessions were ended, ends with it.
ALTER TABLE accounts
    -- drawn anew each time; links in mails, reply addresses and device tokens name it, and one that names another is dead
    ADD COLUMN recovery_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- standing orders given until then are still to be suspended, game by game
    ADD COLUMN orders_suspended_at timestamptz;
CREATE INDEX accounts_orders_to_suspend ON accounts (id) WHERE orders_suspended_at IS NOT NULL;

-- the session that asked for the change: it stays when the others are ended
ALTER TABLE address_changes ADD COLUMN session_id uuid;

ALTER TABLE mail_questions ADD COLUMN recovery_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- since when an order rests until its owner resumes it; null: it is at work
ALTER TABLE orders ADD COLUMN suspended_at timestamptz;

-- The newest log-in link that an account was sent. An older link names another id and is dead.
CREATE TABLE log_in_links (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    asked_at   timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
