-- Where a game's news is posted: a channel of a chat service, or a program.
CREATE TABLE game_channels (
    game_id         uuid NOT NULL,
    id              uuid NOT NULL,
    -- the owner of the game who set it
    created_by      uuid NOT NULL,
    -- discord, slack, matrix, telegram, althing
    format          text NOT NULL,
    -- the host of the address, which is all of it that is shown
    host            text NOT NULL,
    -- the address with what authorises to post there, and what signs, sealed: the name of the key that seals, a nonce,
    -- and the secret itself
    target          bytea NOT NULL,
    secret          bytea,
    -- of its posts
    language        text NOT NULL,
    time_zone       text NOT NULL,
    topics          text[] NOT NULL,
    has_pictures    boolean NOT NULL,
    created_at      timestamptz NOT NULL,
    -- what its posts have told: the version and the status of the game, whom it waited for, and the deadline of which
    -- players were reminded
    version         bigint NOT NULL,
    status          text NOT NULL,
    awaited         text NOT NULL,
    reminded_of     timestamptz,
    -- when a post was last composed, which keeps posts apart
    composed_at     timestamptz,
    -- since when nothing arrives; null: the last attempt succeeded, or there was none
    failing_since   timestamptz,
    disabled_at     timestamptz,
    -- owner, failing, gone, password_reset
    disabled_reason text,
    PRIMARY KEY (game_id, id),
    UNIQUE (game_id, format),
    CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX game_channels_of_account ON game_channels (created_by);
CREATE INDEX game_channels_by_id ON game_channels (id);

-- Players of a private game who agree to a channel. Without all of them nothing is posted.
CREATE TABLE channel_agreements (
    game_id    uuid NOT NULL,
    channel_id uuid NOT NULL,
    account_id uuid NOT NULL,
    agreed_at  timestamptz NOT NULL,
    PRIMARY KEY (game_id, channel_id, account_id),
    FOREIGN KEY (game_id, channel_id) REFERENCES game_channels (game_id, id) ON DELETE CASCADE
);
CREATE INDEX channel_agreements_of_account ON channel_agreements (account_id);

-- What is posted. A post that has not arrived when the next one is composed is dropped, and the next one tells its
-- news, too.
CREATE TABLE channel_posts (
    game_id         uuid NOT NULL,
    id              uuid NOT NULL,
    channel_id      uuid NOT NULL,
    is_test         boolean NOT NULL,
    -- what it says, as JSON: nothing in it is of a single format, and no address
    content         text NOT NULL,
    -- what the channel had told before
    version_before  bigint NOT NULL,
    status_before   text NOT NULL,
    awaited_before  text NOT NULL,
    reminded_before timestamptz,
    created_at      timestamptz NOT NULL,
    due_at          timestamptz NOT NULL,
    claimed_until   timestamptz,
    attempts        smallint NOT NULL,
    -- the attempts that failed, waiting when the service asked to wait not counted
    failures        smallint NOT NULL,
    tried_at        timestamptz,
    -- what the last attempt was answered, if it was, and else what was wrong
    http_status     smallint,
    problem         text,
    settled_at      timestamptz,
    -- delivered, failed, dropped
    result          text,
    PRIMARY KEY (game_id, id),
    FOREIGN KEY (game_id, channel_id) REFERENCES game_channels (game_id, id) ON DELETE CASCADE
);
CREATE INDEX channel_posts_listed ON channel_posts (game_id, channel_id, created_at DESC);
CREATE INDEX channel_posts_due ON channel_posts (due_at) WHERE settled_at IS NULL;
CREATE INDEX channel_posts_age ON channel_posts (created_at);
