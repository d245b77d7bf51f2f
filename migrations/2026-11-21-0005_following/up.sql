-- Talk, and what streams and inboxes are fed from.

-- One row per game that anybody spoke at: whoever posts holds it, so that messages are kept one after the other.
CREATE TABLE talks (
    game_id      uuid PRIMARY KEY,
    -- counts every message; never shown, since its gaps would tell of private ones
    last_message bigint NOT NULL
);

-- What was said. Append only.
CREATE TABLE messages (
    game_id    uuid NOT NULL,
    -- the place among all messages of the game; never shown
    message    bigint NOT NULL,
    -- the name it is known by
    id         uuid NOT NULL,
    account_id uuid NOT NULL,
    -- the sender's seat at that time; null before the seats are dealt
    seat       smallint,
    -- the seats it was for; null: the whole table
    to_seats   smallint[],
    text       text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, message)
);

-- What each person could read at a game. The nil account is everybody who has no seat.
CREATE TABLE message_boxes (
    game_id     uuid NOT NULL,
    account_id  uuid NOT NULL,
    last_number bigint NOT NULL,
    -- up to here he has read
    read_number bigint NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
CREATE INDEX message_boxes_unread ON message_boxes (account_id) WHERE last_number > read_number;

-- Which message lies in which box. Each box counts its own, without gaps: nobody's numbers move for what others say
-- to each other.
CREATE TABLE message_copies (
    game_id    uuid NOT NULL,
    account_id uuid NOT NULL,
    number     bigint NOT NULL,
    message    bigint NOT NULL,
    PRIMARY KEY (game_id, account_id, number)
);
CREATE INDEX message_copies_of_message ON message_copies (game_id, message);

-- A person's own words about a game, for nobody else.
CREATE TABLE notes (
    game_id    uuid NOT NULL,
    account_id uuid NOT NULL,
    text       text NOT NULL,
    -- counts the changes
    revision   bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
CREATE INDEX notes_of_account ON notes (account_id);

-- A game has something that its people's streams lack; written by the statement that made it true.
CREATE TABLE relay_due (
    game_id  uuid NOT NULL,
    -- entry, message
    kind     text NOT NULL,
    -- the version of the entry, or the message
    position bigint NOT NULL,
    PRIMARY KEY (game_id, kind, position)
);

-- How much of a game its people's streams have.
CREATE TABLE relayed (
    game_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    message bigint NOT NULL
);
INSERT INTO relayed (game_id, version, message) SELECT game_id, version, 0 FROM positions;

-- The last number of each person's stream.
CREATE TABLE stream_heads (
    account_id  uuid PRIMARY KEY,
    last_number bigint NOT NULL
);

-- A person's stream over all games: where to find what happened, numbered without gaps. Swept after some days.
CREATE TABLE stream_items (
    account_id uuid NOT NULL,
    number     bigint NOT NULL,
    -- entry, message, call
    kind       text NOT NULL,
    game_id    uuid NOT NULL,
    -- in which seat he is told it; null before the seats are dealt
    seat       smallint,
    -- the version, or the message
    position   bigint NOT NULL,
    -- of a call: what for
    call       text,
    -- of a call: the decision
    decision   text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, number)
);
CREATE INDEX stream_items_age ON stream_items (created_at);

-- Opens one stream, once, for clients that can't send headers.
CREATE TABLE stream_tickets (
    -- SHA-256 of the ticket
    ticket_hash bytea PRIMARY KEY,
    account_id  uuid NOT NULL,
    -- the session, or the personal token, that it was made with
    session_id  uuid,
    token_id    uuid,
    -- the only address it opens
    path        text NOT NULL,
    expires_at  timestamptz NOT NULL,
    -- when the stream ends, whatever happens
    ends_at     timestamptz
);
CREATE INDEX stream_tickets_expiry ON stream_tickets (expires_at);
