-- Mails in a row that an account did not get, for reasons that may pass. Enough of them stop the address.
CREATE TABLE delivery_failures (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- the address, as compared: another one begins anew
    email_key  text NOT NULL,
    failures   smallint NOT NULL,
    first_at   timestamptz NOT NULL,
    last_at    timestamptz NOT NULL
);
