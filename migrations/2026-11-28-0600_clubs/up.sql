-- Groups of people who play together. A club that has ended keeps its members, so that they can look at its games.
CREATE TABLE clubs (
    id         uuid PRIMARY KEY,
    name       text NOT NULL,
    -- The words of the name, folded: no two clubs have the same ones until one of them ends.
    name_key   text NOT NULL,
    about      text NOT NULL,
    visibility text NOT NULL,
    joining    text NOT NULL,
    -- What new games of the club are like, as JSON.
    defaults   text NOT NULL,
    created_at timestamptz NOT NULL,
    ended_at   timestamptz
);
CREATE UNIQUE INDEX clubs_name ON clubs (name_key) WHERE ended_at IS NULL;
CREATE INDEX clubs_public ON clubs (id DESC) WHERE ended_at IS NULL AND visibility = 'public';

CREATE TABLE club_members (
    club_id    uuid NOT NULL REFERENCES clubs (id),
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    role       text NOT NULL,
    -- When the member joined, or the applicant asked.
    joined_at  timestamptz NOT NULL,
    -- Since when the account may come back only by a link or an organiser; null: it is a member.
    removed_at timestamptz,
    PRIMARY KEY (club_id, account_id)
);
CREATE INDEX clubs_of_account ON club_members (account_id, club_id);

-- Links with which anyone may join.
CREATE TABLE club_links (
    club_id    uuid NOT NULL REFERENCES clubs (id),
    id         uuid NOT NULL,
    -- SHA-256 of the secret.
    token_hash bytea NOT NULL,
    made_by    uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    uses_left  smallint NOT NULL,
    revoked_at timestamptz,
    PRIMARY KEY (club_id, id)
);

-- The club that a game belongs to, whose members see it.
ALTER TABLE games ADD COLUMN club_id uuid;
CREATE INDEX games_of_club ON games (club_id, id DESC) WHERE club_id IS NOT NULL;
