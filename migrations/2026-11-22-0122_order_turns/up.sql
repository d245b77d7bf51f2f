-- Decisions that a standing order answers after a wait, at a table that asks for one. The person may answer first; what is
-- no longer open when it is due is taken off.
CREATE TABLE order_turns (
    game_id  uuid NOT NULL,
    seat     smallint NOT NULL,
    decision text NOT NULL,
    due_at   timestamptz NOT NULL,
    PRIMARY KEY (game_id, seat, decision)
);
CREATE INDEX order_turns_due ON order_turns (due_at);
