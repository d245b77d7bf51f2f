-- How good people are at a title, as far as finished games tell, and how they keep to their tables. Both come from
-- public games alone, and go with the account.
CREATE TABLE ratings (
    ruleset     text NOT NULL,
    account_id  uuid NOT NULL,
    -- Weng-Lin on a scale where everybody begins with 1500 and is uncertain by 500
    rating      double precision NOT NULL,
    uncertainty double precision NOT NULL,
    -- rated games
    games       integer NOT NULL,
    -- when the latest of them was rated
    updated_at  timestamptz NOT NULL,
    -- what he is almost surely worth: the order of the list
    at_least    integer NOT NULL GENERATED ALWAYS AS (round(rating - 2 * uncertainty)::integer) STORED,
    PRIMARY KEY (ruleset, account_id)
);
CREATE INDEX ratings_list ON ratings (ruleset, at_least DESC, account_id);
CREATE INDEX ratings_of_account ON ratings (account_id);

CREATE TABLE reliability (
    account_id     uuid PRIMARY KEY,
    -- public games that came to a result while he had a seat in them
    games_finished integer NOT NULL,
    -- those of them in which he gave up
    resigned       integer NOT NULL,
    -- those of them in which a bot played for him at the end
    caretaken      integer NOT NULL,
    -- clocks that ran out on him
    lapses         integer NOT NULL DEFAULT 0
);

ALTER TABLE games
    -- when ratings and reliability took note of the result; null: not yet, or there is none
    ADD COLUMN rated_at timestamptz;
-- what is still to be taken note of, in the order of finishing
CREATE INDEX games_to_rate ON games (finished_at, id) WHERE status = 'finished' AND rated_at IS NULL;
