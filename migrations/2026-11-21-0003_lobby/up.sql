-- The lobby in full: how a table fills, who is invited, by which links, who was shown the door, and the mails about it.
ALTER TABLE games
    -- how the table fills, as JSON: description, how it starts, who may join, how long presence may take to confirm
    ADD COLUMN terms        text NOT NULL DEFAULT '{}',
    -- the language of the table's talk, such as en; null: any
    ADD COLUMN language     text,
    -- the words of the name, folded, with single spaces between
    ADD COLUMN name_key     text NOT NULL DEFAULT '',
    -- seats that nobody has and that are kept for nobody
    ADD COLUMN free_seats   smallint NOT NULL DEFAULT 0,
    -- while open: when the table expires; while confirming: until when presence can be confirmed; else null
    ADD COLUMN lobby_due_at timestamptz,
    -- the game that this one is the rematch of
    ADD COLUMN rematch_of   uuid;
UPDATE games SET name_key = btrim(regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g'));
UPDATE games g SET free_seats = seat_count - (SELECT count(*) FROM seats s WHERE s.game_id = g.id),
    lobby_due_at = created_at + interval '14 days' WHERE status = 'open';
CREATE INDEX games_lobby_due ON games (lobby_due_at) WHERE lobby_due_at IS NOT NULL;
CREATE INDEX games_words ON games USING gin (array_to_tsvector(string_to_array(name_key, ' ')));
CREATE INDEX games_ruleset ON games (ruleset, status, id DESC) WHERE visibility = 'public';
CREATE INDEX games_language ON games (language, id DESC) WHERE visibility = 'public' AND language IS NOT NULL;
CREATE INDEX games_free_seats ON games (free_seats, id DESC) WHERE visibility = 'public' AND status = 'open';
CREATE INDEX games_of_owner ON games (owner_id) WHERE status IN ('open', 'confirming');
-- two people who want a rematch get one table; a table that came to nothing stands in nobody's way
CREATE UNIQUE INDEX games_rematch ON games (rematch_of)
    WHERE rematch_of IS NOT NULL AND status NOT IN ('cancelled', 'expired');

-- since when the person at the seat has confirmed to be there, while the table asks
ALTER TABLE seats ADD COLUMN confirmed_at timestamptz;

-- Who is asked to a table: an account, or whoever has proved a mail address. Which account an address belongs to is
-- never written here, so that nobody can read it off an invitation.
CREATE TABLE invitations (
    game_id    uuid NOT NULL,
    id         uuid NOT NULL,
    account_id uuid,
    email      text,
    email_key  text,
    invited_by uuid NOT NULL,
    -- open, accepted, declined, withdrawn, closed
    state      text NOT NULL,
    -- is a seat kept for the invited while the invitation is open?
    reserves   boolean NOT NULL,
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    PRIMARY KEY (game_id, id),
    CHECK ((account_id IS NULL) <> (email_key IS NULL))
);
CREATE UNIQUE INDEX invitations_of_account_to_game ON invitations (game_id, account_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX invitations_of_address_to_game ON invitations (game_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX invitations_open_account ON invitations (account_id, id DESC) WHERE state = 'open' AND account_id IS NOT NULL;
CREATE INDEX invitations_open_address ON invitations (email_key, id DESC) WHERE state = 'open' AND email_key IS NOT NULL;

-- Links that let whoever has one join. The secret itself is shown once and never stored.
CREATE TABLE invitation_links (
    game_id    uuid NOT NULL,
    id         uuid NOT NULL,
    token_hash bytea NOT NULL,
    made_by    uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    uses_left  smallint NOT NULL CHECK (uses_left >= 0),
    revoked_at timestamptz,
    PRIMARY KEY (game_id, id),
    UNIQUE (game_id, token_hash)
);

-- Who was shown the door: no link and no open seat lets him back in, only a new invitation.
CREATE TABLE kicks (
    game_id    uuid NOT NULL,
    account_id uuid NOT NULL,
    kicked_at  timestamptz NOT NULL,
    PRIMARY KEY (game_id, account_id)
);

-- Mails about a table that has not started. They may go to an address that has no account.
CREATE TABLE table_mails (
    id            uuid PRIMARY KEY,
    game_id       uuid NOT NULL,
    -- invitation, confirm_presence, seat_lost, kicked, game_cancelled, game_expired
    kind          text NOT NULL,
    -- one of the two
    account_id    uuid,
    address       text,
    -- of an invitation: which
    invitation_id uuid,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    -- sent, stale, dead
    result        text,
    problem       text,
    CHECK ((account_id IS NULL) <> (address IS NULL))
);
CREATE INDEX table_mails_due ON table_mails (due_at) WHERE settled_at IS NULL;
CREATE INDEX table_mails_dead ON table_mails (settled_at, id) WHERE result = 'dead';
