-- Standing orders: answers that a seat gives in advance. Nobody but the one who gave them ever learns of them.
CREATE TABLE orders (
    game_id     uuid NOT NULL,
    id          uuid NOT NULL,
    -- later orders have greater ones; never shown, since its gaps would tell of others' orders
    number      bigint NOT NULL,
    seat        smallint NOT NULL,
    -- who gave it: whoever takes the seat over gets none of them
    account_id  uuid NOT NULL,
    -- the `type` of the content
    kind        text NOT NULL,
    -- the order, as JSON of its ruleset
    content     text NOT NULL,
    set_at      timestamptz NOT NULL,
    -- when it was found that it can't apply any more, at which version, and why
    disarmed_at timestamptz,
    disarmed_version bigint,
    reason      text,
    PRIMARY KEY (game_id, id),
    CHECK ((disarmed_at IS NULL) = (reason IS NULL)),
    CHECK ((disarmed_at IS NULL) = (disarmed_version IS NULL))
);
CREATE INDEX orders_of_account ON orders (account_id);

ALTER TABLE positions
    -- counts the changes that people made to the orders of the game, so that whoever decided with others decides anew;
    -- no part of the tag of any view
    ADD COLUMN order_changes bigint NOT NULL DEFAULT 0;
