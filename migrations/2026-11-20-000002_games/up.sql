-- What is set before the start and rarely changes afterwards. Keyed by game, like everything that follows, so that
-- a distributed PostgreSQL can keep each game on one node; no foreign key leads out of a game.
CREATE TABLE games (
    id            uuid PRIMARY KEY,
    ruleset       text NOT NULL,
    rules_version integer NOT NULL,
    name          text NOT NULL,
    -- open, running, finished
    status        text NOT NULL,
    -- public, unlisted, private
    visibility    text NOT NULL,
    owner_id      uuid NOT NULL,
    seat_count    smallint NOT NULL,
    deal_seats    boolean NOT NULL,
    options       text NOT NULL,
    -- the components the game is played with, whatever a later release ships
    components    text NOT NULL,
    -- SHA-256 of the components, so that nobody reads them who has them already
    components_digest bytea NOT NULL,
    -- the promise, shown to everybody, and the secret behind it, shown to nobody before the end
    commitment    bytea NOT NULL,
    secret        bytea NOT NULL,
    -- follows from the secret and every joiner's entropy; null before the start
    game_seed     bytea,
    outcome       text,
    created_at    timestamptz NOT NULL,
    started_at    timestamptz,
    finished_at   timestamptz
);
-- the lobby: newest first within a status
CREATE INDEX games_lobby ON games (status, id DESC) WHERE visibility = 'public';
CREATE INDEX games_public ON games (id DESC) WHERE visibility = 'public';

CREATE TABLE seats (
    game_id    uuid NOT NULL,
    -- before the start: the order of joining; from the start on: the order of play
    seat       smallint NOT NULL,
    account_id uuid,
    bot        text,
    -- the joiner's own share of chance; empty where none was given
    entropy    bytea NOT NULL,
    -- the order of joining, which the seed of the game depends on
    join_order smallint NOT NULL,
    joined_at  timestamptz NOT NULL,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, account_id),
    UNIQUE (game_id, join_order),
    CHECK ((account_id IS NULL) <> (bot IS NULL))
);
CREATE INDEX seats_of_account ON seats (account_id, game_id) WHERE account_id IS NOT NULL;

-- The present of a running game: small, and the only row that two writers ever compete for.
CREATE TABLE positions (
    game_id    uuid PRIMARY KEY,
    version    bigint NOT NULL,
    state      text NOT NULL,
    updated_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The log: gapless, append only.
CREATE TABLE entries (
    game_id      uuid NOT NULL,
    version      bigint NOT NULL,
    -- seat, order, bot, lapse, server
    made_by      text NOT NULL,
    seat         smallint,
    action       text,
    events       text NOT NULL,
    draws        text,
    -- on the first entry of a request that carried a key: what to answer if it comes again
    request_key  text,
    body_hash    bytea,
    last_version bigint,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (game_id, version)
);
CREATE UNIQUE INDEX entries_of_request ON entries (game_id, seat, request_key) WHERE request_key IS NOT NULL;

-- Every 32nd state, so that a past view costs a bounded replay.
CREATE TABLE snapshots (
    game_id uuid NOT NULL,
    version bigint NOT NULL,
    state   text NOT NULL,
    PRIMARY KEY (game_id, version)
);

-- What is open: questions that block, and invitations somebody was called for.
CREATE TABLE decisions (
    game_id   uuid NOT NULL,
    seat      smallint NOT NULL,
    decision  text NOT NULL,
    kind      text NOT NULL,
    blocking  boolean NOT NULL,
    -- the version that opened it
    version   bigint NOT NULL,
    opened_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, seat, decision)
);

-- A bot is asked at this version of this game.
CREATE TABLE bot_turns (
    game_id uuid NOT NULL,
    version bigint NOT NULL,
    due_at  timestamptz NOT NULL,
    PRIMARY KEY (game_id, version)
);
CREATE INDEX bot_turns_due ON bot_turns (due_at);
