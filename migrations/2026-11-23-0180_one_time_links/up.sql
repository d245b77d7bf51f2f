-- Links in mails that are good once: of each kind the newest that an account was sent. An older link names another id
-- and is dead.
CREATE TABLE one_time_links (
    account_id   uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- reset_password, log_in
    kind         text NOT NULL,
    id           uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind)
);
INSERT INTO one_time_links SELECT account_id, 'reset_password', id, asked_at, expires_at FROM password_resets;
INSERT INTO one_time_links SELECT account_id, 'log_in', id, asked_at, expires_at FROM log_in_links;
DROP TABLE password_resets, log_in_links;
