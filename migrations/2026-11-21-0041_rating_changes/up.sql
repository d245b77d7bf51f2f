-- What each rated game made of somebody's rating; goes with the account.
CREATE TABLE rating_changes (
    account_id         uuid NOT NULL,
    ruleset            text NOT NULL,
    -- which of his rated games of this title it was, from 1
    number             integer NOT NULL,
    game_id            uuid NOT NULL,
    -- his place, 1 for the best, and how many were placed
    rank               smallint NOT NULL,
    players            smallint NOT NULL,
    -- on the scale of `ratings`
    rating_before      double precision NOT NULL,
    uncertainty_before double precision NOT NULL,
    rating_after       double precision NOT NULL,
    uncertainty_after  double precision NOT NULL,
    rated_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, ruleset, number)
);
