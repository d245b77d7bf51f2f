-- Browsers that open their member's pages by a cookie.
CREATE TABLE devices (
    account_id   uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id           uuid NOT NULL,
    -- SHA-256 of the secret in the cookie
    secret_hash  bytea NOT NULL,
    -- what the browser calls itself, such as Firefox on Android
    label        text NOT NULL,
    created_at   timestamptz NOT NULL,
    -- to some hours
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);

-- How often a mailed code was typed.
ALTER TABLE one_time_links ADD COLUMN tries smallint NOT NULL DEFAULT 0;
