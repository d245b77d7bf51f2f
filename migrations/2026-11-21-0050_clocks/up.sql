-- How long people have to answer.
ALTER TABLE games
    -- the clock of the table and when a bot takes over, as JSON, copied from the terms at the start; null: untimed
    ADD COLUMN clock text;
ALTER TABLE seats
    -- when the time of the person at the seat counts, as JSON: a copy of what the person has set; null: always.
    -- Nobody else is ever shown it.
    ADD COLUMN availability text;
ALTER TABLE positions
    -- the clocks at this version and the banks of the seats, as JSON; null: untimed
    ADD COLUMN clocks text;
ALTER TABLE entries
    -- until when there was time from this version on, decision by decision, as JSON, on the last entry of a write; null:
    -- no clock ran
    ADD COLUMN deadlines text;
ALTER TABLE decisions
    -- when its time is over; null: it has no clock, or the clock stands still
    ADD COLUMN deadline      timestamptz,
    -- when its owner is warned; null once he was
    ADD COLUMN warn_at       timestamptz,
    ADD COLUMN warn_again_at timestamptz,
    -- something about the game is broken: no sweep looks at it before
    ADD COLUMN put_off_until timestamptz;
-- what a sweep has to do next
CREATE INDEX decisions_due ON decisions (least(warn_at, warn_again_at, deadline)) WHERE deadline IS NOT NULL;

-- When the time of a person counts, by his own wall clock (`accounts.time_zone`).
CREATE TABLE availability (
    account_id  uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- every night from one time until the other; both or none
    sleep_from  time,
    sleep_until time,
    -- days of the week, from 0 for Monday
    days_off    smallint[] NOT NULL,
    CHECK ((sleep_from IS NULL) = (sleep_until IS NULL))
);

-- Days on which a person's time does not count. What has begun counts against the allowance of its year for ever.
CREATE TABLE vacations (
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    first_day  date NOT NULL,
    last_day   date NOT NULL,
    PRIMARY KEY (account_id, id),
    CHECK (first_day <= last_day)
);

-- Games in which the clocks of a person are to be set anew, because he changed when his time counts.
CREATE TABLE availability_due (
    game_id    uuid NOT NULL,
    account_id uuid NOT NULL,
    due_at     timestamptz NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
CREATE INDEX availability_due_first ON availability_due (due_at);
