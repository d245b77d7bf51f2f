CREATE TABLE password_resets (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    asked_at   timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE TABLE log_in_links (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    asked_at   timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
INSERT INTO password_resets
    SELECT account_id, id, requested_at, expires_at FROM one_time_links WHERE kind = 'reset_password';
INSERT INTO log_in_links SELECT account_id, id, requested_at, expires_at FROM one_time_links WHERE kind = 'log_in';
DROP TABLE one_time_links;
