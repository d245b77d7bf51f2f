-- People, their logins, and what proves who they are. No password and no token is stored in clear.
CREATE TABLE accounts (
    id            uuid PRIMARY KEY,
    name          text NOT NULL,
    -- the name folded for comparison: two names that look alike can't both exist
    name_key      text NOT NULL UNIQUE,
    email         text NOT NULL,
    email_key     text NOT NULL,
    password_hash text NOT NULL,
    language      text NOT NULL,
    verified_at   timestamptz,
    created_at    timestamptz NOT NULL
);
-- Only the account that proved an address owns it: somebody who registers with another's address blocks nobody.
CREATE UNIQUE INDEX accounts_owner_of_address ON accounts (email_key) WHERE verified_at IS NOT NULL;
CREATE INDEX accounts_of_address ON accounts (email_key);
CREATE INDEX accounts_unverified ON accounts (created_at) WHERE verified_at IS NULL;

-- One row per log-in: the family of its refresh tokens.
CREATE TABLE sessions (
    id         uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    ended_at   timestamptz
);
CREATE INDEX sessions_of_account ON sessions (account_id);

-- A token used a second time ends its whole session.
CREATE TABLE refresh_tokens (
    token_hash bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);

-- Keys that sign access tokens and links; the newest signs, the others still verify.
CREATE TABLE signing_keys (
    id         uuid PRIMARY KEY,
    secret     bytea NOT NULL,
    created_at timestamptz NOT NULL
);

-- Replies to POSTs that carried an Idempotency-Key (actions keep theirs in the log instead).
CREATE TABLE replies (
    account_id uuid NOT NULL,
    route      text NOT NULL,
    key        text NOT NULL,
    body_hash  bytea NOT NULL,
    status     smallint NOT NULL,
    body       text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, route, key)
);
CREATE INDEX replies_age ON replies (created_at);
