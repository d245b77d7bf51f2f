-- Where the news of all games of a club is posted. Each game of the club has a row in game_channels for each of these,
-- with the same id: what one has told, and who agrees, belongs to the game.
CREATE TABLE club_channels (
    club_id         uuid NOT NULL REFERENCES clubs (id),
    id              uuid NOT NULL,
    -- the organiser who set it
    created_by      uuid NOT NULL,
    -- as in game_channels
    format          text NOT NULL,
    host            text NOT NULL,
    target          bytea NOT NULL,
    secret          bytea,
    language        text NOT NULL,
    time_zone       text NOT NULL,
    topics          text[] NOT NULL,
    has_pictures    boolean NOT NULL,
    created_at      timestamptz NOT NULL,
    -- since when nothing arrives of any game; null: the last attempt succeeded, or there was none
    failing_since   timestamptz,
    disabled_at     timestamptz,
    -- failing, gone, password_reset
    disabled_reason text,
    PRIMARY KEY (club_id, id),
    UNIQUE (club_id, format),
    CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX club_channels_of_account ON club_channels (created_by);

-- The club whose channel it is; null: the owner of the game set it.
ALTER TABLE game_channels ADD COLUMN club_id uuid;

-- The addresses of calendars of clubs name the renewal that they follow from.
CREATE UNIQUE INDEX feed_addresses_by_renewal ON feed_addresses (renewal);
