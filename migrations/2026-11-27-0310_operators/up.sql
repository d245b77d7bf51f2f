-- The accounts that were made operators at the shell. Those that the settings name are not in it.
CREATE TABLE operators (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    made_at    timestamptz NOT NULL
);
