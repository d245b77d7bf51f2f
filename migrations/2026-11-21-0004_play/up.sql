-- What the table does beside the rules: resignations, votes, replacements, pauses. It stands in the same gapless log.
ALTER TABLE entries
    -- a JSON array of what happened at the table, told to everybody as it is; null for an entry of the rules alone
    ADD COLUMN service_events text,
    -- where the game stands from this version on, on entries that change it
    ADD COLUMN standing text;
-- where a game stood at an earlier version
CREATE INDEX entries_standing ON entries (game_id, version DESC) WHERE standing IS NOT NULL;

ALTER TABLE games
    -- raised by everything that changes what the lobby shows of the game; part of its tag (`ETag`)
    ADD COLUMN revision bigint NOT NULL DEFAULT 0;

ALTER TABLE positions
    -- what lists show of the game without reading its state: turn, points, who is awaited; as JSON, all of it public
    ADD COLUMN summary text;

ALTER TABLE seats
    -- the seat has given up
    ADD COLUMN resigned_at timestamptz,
    -- a bot that plays for the person at the seat until he returns
    ADD COLUMN caretaker text,
    ADD CONSTRAINT seats_caretaker CHECK (caretaker IS NULL OR account_id IS NOT NULL);

-- Votes of a table. Who opened it, what about, until when, and what came of it.
CREATE TABLE votes (
    game_id    uuid NOT NULL,
    id         uuid NOT NULL,
    -- pause, resume, end_by_ranking, cancel, replace_seat
    kind       text NOT NULL,
    opened_by  smallint NOT NULL,
    -- of replace_seat: which seat, and the account or the bot that shall have it; neither: whoever comes first
    seat       smallint,
    account_id uuid,
    bot        text,
    opened_at  timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    closed_at  timestamptz,
    -- carried, refused, expired, withdrawn
    result     text,
    PRIMARY KEY (game_id, id)
);
CREATE UNIQUE INDEX votes_open ON votes (game_id, kind) WHERE closed_at IS NULL;
CREATE INDEX votes_due ON votes (expires_at) WHERE closed_at IS NULL;

CREATE TABLE ballots (
    game_id uuid NOT NULL,
    vote_id uuid NOT NULL,
    seat    smallint NOT NULL,
    yes     boolean NOT NULL,
    cast_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, vote_id, seat)
);

-- A seat that its table has offered to a successor.
CREATE TABLE seat_offers (
    game_id    uuid NOT NULL,
    seat       smallint NOT NULL,
    -- to this account; null: to whoever comes first
    account_id uuid,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX seat_offers_of_account ON seat_offers (account_id, game_id) WHERE account_id IS NOT NULL;
