-- The last number of the messages of each club. A removed message leaves a gap, so that no number comes again.
CREATE TABLE club_talks (
    club_id      uuid PRIMARY KEY REFERENCES clubs (id),
    last_message bigint NOT NULL
);

-- What members say to all others of their club. It stays when its author leaves.
CREATE TABLE club_messages (
    club_id    uuid NOT NULL REFERENCES clubs (id),
    -- The place among the messages of the club.
    number     bigint NOT NULL,
    -- The name it is known by.
    id         uuid NOT NULL,
    account_id uuid NOT NULL,
    text       text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (club_id, number),
    UNIQUE (club_id, id)
);
CREATE INDEX club_messages_of_account ON club_messages (account_id);
