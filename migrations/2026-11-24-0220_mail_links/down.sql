CREATE TABLE seat_links (
    game_id     uuid NOT NULL,
    secret_hash bytea NOT NULL,
    account_id  uuid NOT NULL,
    seat        smallint,
    recovery_id uuid NOT NULL,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz,
    PRIMARY KEY (game_id, secret_hash)
);
CREATE INDEX seat_links_by_expiry ON seat_links (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX seat_links_by_age ON seat_links (created_at);
CREATE INDEX seat_links_by_account ON seat_links (account_id);
INSERT INTO seat_links (game_id, secret_hash, account_id, seat, recovery_id, created_at, expires_at)
    SELECT partition, secret_hash, account_id, seat, recovery_id, created_at, expires_at
    FROM mail_links WHERE purpose = 'seat';
DROP TABLE mail_links;
