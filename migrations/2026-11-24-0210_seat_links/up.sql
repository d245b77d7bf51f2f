-- Links of mails that open the page of a seat. Whoever holds one may play the seat, so only its hash is stored.
CREATE TABLE seat_links (
    game_id     uuid NOT NULL,
    -- SHA-256 of the secret part of the link
    secret_hash bytea NOT NULL,
    account_id  uuid NOT NULL,
    -- null: it was mailed before the seats were dealt
    seat        smallint,
    -- the recovery id of the account when it was mailed: a link from before a recovery is dead
    recovery_id uuid NOT NULL,
    created_at  timestamptz NOT NULL,
    -- set when a newer one was mailed
    expires_at  timestamptz,
    PRIMARY KEY (game_id, secret_hash)
);
CREATE INDEX seat_links_by_expiry ON seat_links (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX seat_links_by_age ON seat_links (created_at);
CREATE INDEX seat_links_by_account ON seat_links (account_id);
