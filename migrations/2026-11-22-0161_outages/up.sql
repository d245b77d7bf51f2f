-- The sign of life of the workers: one row, which any of them renews.
CREATE TABLE heartbeats (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    seen_at  timestamptz NOT NULL
);

-- Stretches of more than ten minutes in which no worker ran. Until one is settled, nothing lapses.
CREATE TABLE outages (
    number          bigint PRIMARY KEY,
    began_at        timestamptz NOT NULL,
    ended_at        timestamptz NOT NULL,
    -- every game up to this id has been dealt with
    settled_through uuid,
    settled_at      timestamptz,
    CHECK (began_at < ended_at)
);
CREATE INDEX outages_open ON outages (number) WHERE settled_at IS NULL;

-- Who has been told of an outage: everybody is told once, however many games they play.
CREATE TABLE outage_notices (
    account_id uuid NOT NULL,
    outage     bigint NOT NULL,
    PRIMARY KEY (account_id, outage)
);

ALTER TABLE games
    -- the last outage that this game was compensated for; what was moved once is not moved again
    ADD COLUMN outage bigint NOT NULL DEFAULT 0;
-- the games that an outage can concern
CREATE INDEX games_alive ON games (id) WHERE status IN ('open', 'confirming', 'running', 'paused');
