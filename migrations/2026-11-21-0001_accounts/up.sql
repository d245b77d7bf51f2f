-- Accounts in full: profile, deletion, sessions by device, password reset, change of address, blocks, audit log.
ALTER TABLE accounts
    -- an IANA zone, such as Europe/Oslo
    ADD COLUMN time_zone  text NOT NULL DEFAULT 'UTC',
    -- what somebody says about himself, for everybody to read
    ADD COLUMN about      text NOT NULL DEFAULT '',
    -- from then on the row is a pseudonym that keeps the games whole
    ADD COLUMN deleted_at timestamptz;
CREATE INDEX accounts_deleted ON accounts (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE sessions
    -- what the User-Agent says, in a few words
    ADD COLUMN device       text NOT NULL DEFAULT '',
    -- the log-in or the last refresh
    ADD COLUMN last_used_at timestamptz;
UPDATE sessions SET last_used_at = created_at;
ALTER TABLE sessions ALTER COLUMN last_used_at SET NOT NULL;
-- what every process asks for each second: whose access tokens are to be refused before they expire
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

-- The newest password reset that an account was sent a link for. An older link names another id and is dead.
CREATE TABLE password_resets (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    asked_at   timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

-- An address that is to take the place of another, until both ends have agreed. A newer change has another id.
CREATE TABLE address_changes (
    account_id  uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    id          uuid NOT NULL,
    email       text NOT NULL,
    email_key   text NOT NULL,
    asked_at    timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    -- the old address agreed
    approved_at timestamptz,
    -- the new address answered
    proved_at   timestamptz
);

-- What strangers asked for an address (a new link, a reset), written down whoever owns it, so that the answer takes as
-- long for an address that nobody has. A worker finds out who is meant.
CREATE TABLE address_requests (
    id         uuid PRIMARY KEY,
    -- verify_address, reset_password
    kind       text NOT NULL,
    email_key  text NOT NULL,
    created_at timestamptz NOT NULL
);

-- Where a mail goes; null: to the account's own address.
ALTER TABLE account_mails ADD COLUMN address text;
CREATE INDEX account_mails_of_account ON account_mails (account_id, created_at);

-- Whom somebody does not want to hear from.
CREATE TABLE blocks (
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    blocked_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, blocked_id)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

-- What happened to the security of an account. Append only; never holds a secret.
CREATE TABLE audit_log (
    id         uuid PRIMARY KEY,
    -- the nil id for what concerns nobody we know: a log-in under an unknown name
    account_id uuid NOT NULL,
    kind       text NOT NULL,
    at         timestamptz NOT NULL,
    -- where the request came from, if it came from outside
    address    text,
    -- a small JSON object
    detail     text NOT NULL
);
CREATE INDEX audit_log_of_account ON audit_log (account_id, id DESC);
CREATE INDEX audit_log_age ON audit_log (at);
