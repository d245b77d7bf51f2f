-- The secret addresses under which a calendar and a news reader fetch what concerns an account. The secret follows from
-- the key, the account and the renewal, so that its owner can be shown it again and a reader of the table learns nothing.
CREATE TABLE feed_addresses (
    account_id  uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- SHA-256 of the secret, by which a request is looked up
    secret_hash bytea NOT NULL,
    -- the signing key from which the secret is derived
    key_id      uuid NOT NULL,
    -- another one with each renewal
    renewal     uuid NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX feed_addresses_by_secret ON feed_addresses (secret_hash);
