-- Leagues, Swisses and knockouts: who plays in them, their rounds, and the game of each table. No foreign keys: nothing
-- of a competition is ever deleted, and Citus takes no tables that refer to each other and to no copied one.
CREATE TABLE competitions (
    id           uuid PRIMARY KEY,
    name         text NOT NULL,
    -- The words of the name, folded, for searches.
    name_key     text NOT NULL,
    about        text NOT NULL,
    -- The club whose members play; null: everybody.
    club_id      uuid,
    organiser_id uuid NOT NULL,
    ruleset      text NOT NULL,
    status       text NOT NULL,
    -- The form, the tables, the points, the games and the schedule, as JSON.
    terms        text NOT NULL,
    most_entrants integer NOT NULL,
    -- SHA-256 of the secret, published from the beginning; the secret is shown at the end.
    commitment   bytea NOT NULL,
    secret       bytea NOT NULL,
    -- Rounds that are paired.
    round        integer NOT NULL DEFAULT 0,
    -- When the next round is paired by date; null: by what happens.
    due_at       timestamptz,
    -- The league of which this is the next season.
    season_of    uuid UNIQUE,
    created_at   timestamptz NOT NULL,
    started_at   timestamptz,
    ended_at     timestamptz
);
CREATE INDEX competitions_due ON competitions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX competitions_of_club ON competitions (club_id, id DESC) WHERE club_id IS NOT NULL;

CREATE TABLE competition_entrants (
    competition_id uuid NOT NULL,
    -- The place in the order of sign-up.
    sign_up        integer NOT NULL,
    -- The number in pairings, from 0, from the start on; null for a substitute.
    number         integer,
    account_id     uuid,
    -- Null for a player.
    bot            text,
    signed_up_at   timestamptz NOT NULL,
    withdrawn_from integer,
    replaced_from  integer,
    PRIMARY KEY (competition_id, sign_up)
);
CREATE UNIQUE INDEX competition_entrants_of_account ON competition_entrants (account_id, competition_id)
    WHERE account_id IS NOT NULL;

CREATE TABLE competition_rounds (
    competition_id uuid NOT NULL,
    round          integer NOT NULL,
    -- The tables, the byes and the reasons, as JSON.
    pairing        text NOT NULL,
    paired_at      timestamptz NOT NULL,
    PRIMARY KEY (competition_id, round)
);

CREATE TABLE competition_tables (
    competition_id uuid NOT NULL,
    round          integer NOT NULL,
    number         integer NOT NULL,
    game_id        uuid NOT NULL UNIQUE,
    -- From when on the game may begin; null: players are still busy.
    ready_at       timestamptz,
    -- Who sat down, by seat, as JSON; null until the game begins.
    seated         text,
    ended_at       timestamptz,
    -- What each seat reached, as JSON; null while it is played, and for a game without a result.
    results        text,
    -- The first round whose pairing knows of the results; null: not known yet.
    known_from     integer,
    PRIMARY KEY (competition_id, round, number)
);
CREATE INDEX competition_tables_ready ON competition_tables (ready_at) WHERE seated IS NULL;

CREATE TABLE competition_corrections (
    competition_id uuid NOT NULL,
    number         integer NOT NULL,
    -- The entrant, the table, the change, the note and the first round that knows of it, as JSON.
    correction     text NOT NULL,
    made_by        uuid NOT NULL,
    made_at        timestamptz NOT NULL,
    PRIMARY KEY (competition_id, number)
);

-- The competition that a game belongs to; its terms say which table it is.
ALTER TABLE games ADD COLUMN competition_id uuid;
CREATE INDEX games_of_competition ON games (competition_id) WHERE competition_id IS NOT NULL;
-- When the result was counted in the standings.
ALTER TABLE games ADD COLUMN competition_counted_at timestamptz;
CREATE INDEX games_to_count ON games (finished_at)
    WHERE competition_id IS NOT NULL AND finished_at IS NOT NULL AND competition_counted_at IS NULL;
