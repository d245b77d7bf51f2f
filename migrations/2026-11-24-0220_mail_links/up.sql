-- Links of mails that open a page without a password: of a seat, of an invitation, of an offered seat, of an account, and
-- for signing up. Who holds one may do what the page offers, so only its hash is stored.
CREATE TABLE mail_links (
    -- the game or the account that it belongs to; of a link for signing up an id of its own
    partition     uuid NOT NULL,
    -- SHA-256 of the secret part of the link
    secret_hash   bytea NOT NULL,
    -- seat, invitation, seat_offer, account, sign_up
    purpose       text NOT NULL,
    -- who it was mailed to; null: an address without an account
    account_id    uuid,
    -- of a link for signing up: the address that it was mailed to
    email         text,
    -- that address, or the invited one, as addresses are compared; null where an account was written to
    email_key     text,
    -- null: it is about no seat, or was mailed before the seats were dealt
    seat          smallint,
    invitation_id uuid,
    -- the recovery id of the account when it was mailed: a link from before a recovery is dead
    recovery_id   uuid,
    created_at    timestamptz NOT NULL,
    -- null: it lives as long as any link
    expires_at    timestamptz,
    PRIMARY KEY (partition, secret_hash),
    CHECK ((account_id IS NULL) = (recovery_id IS NULL)),
    CHECK (account_id IS NOT NULL OR email_key IS NOT NULL)
);
CREATE INDEX mail_links_by_expiry ON mail_links (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX mail_links_by_age ON mail_links (created_at);
CREATE INDEX mail_links_by_account ON mail_links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX mail_links_by_address ON mail_links (email_key) WHERE email_key IS NOT NULL;
INSERT INTO mail_links (partition, secret_hash, purpose, account_id, seat, recovery_id, created_at, expires_at)
    SELECT game_id, secret_hash, 'seat', account_id, seat, recovery_id, created_at, expires_at FROM seat_links;
DROP TABLE seat_links;
