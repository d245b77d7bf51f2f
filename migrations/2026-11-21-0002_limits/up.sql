-- Tokens that people make for their clients and bots. The token itself is shown once and never stored.
CREATE TABLE personal_tokens (
    id           uuid PRIMARY KEY,
    account_id   uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name         text NOT NULL,
    token_hash   bytea NOT NULL UNIQUE,
    -- their words with spaces between: games:read games:play
    scopes       text NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    -- to some minutes; written beside the requests, never by them
    last_used_at timestamptz
);
CREATE INDEX personal_tokens_of_account ON personal_tokens (account_id, id);
CREATE INDEX personal_tokens_expiry ON personal_tokens (expires_at);

-- How much of each limit is used up, whichever process counted. Worth nothing after a crash, so it is not logged.
CREATE UNLOGGED TABLE rate_limits (
    -- SHA-256 of the limit's name and of whom it is counted for: no address is stored
    bucket   bytea PRIMARY KEY,
    -- the instant at which everything counted so far is forgotten
    empty_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rate_limits_empty ON rate_limits (empty_at);

-- Accounts that may not use the service.
CREATE TABLE bans (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- the operator
    banned_by  uuid NOT NULL,
    reason     text NOT NULL,
    banned_at  timestamptz NOT NULL
);

-- What operators have to say to everybody.
CREATE TABLE announcements (
    id         uuid PRIMARY KEY,
    text       text NOT NULL,
    made_by    uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX announcements_expiry ON announcements (expires_at);

-- Dead letters are listed newest first, without a look at the mails that left.
CREATE INDEX outbox_dead ON outbox (settled_at, game_id) WHERE result = 'dead';
CREATE INDEX account_mails_dead ON account_mails (settled_at, id) WHERE result = 'dead';
