-- How many replies in a row there were, about one game, in which nothing was read. After a few no more refusals are
-- mailed: a program that answers each of our mails would be answered without end.
CREATE TABLE unread_replies (
    game_id     uuid NOT NULL,
    -- the account that was written to, or the invitation of an address without one
    reader      uuid NOT NULL,
    -- did they come from an address that is not the reader's? They are counted apart, so that a stranger who has seen a
    -- reply address can't use up the reader's refusals
    is_stranger boolean NOT NULL,
    count       integer NOT NULL,
    last_at     timestamptz NOT NULL,
    PRIMARY KEY (game_id, reader, is_stranger)
);
