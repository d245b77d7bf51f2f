-- What a mail asked and how it numbered the answers: the address for replies leads here. Forgotten after some weeks.
CREATE TABLE mail_questions (
    game_id    uuid NOT NULL,
    -- SHA-256 of the secret part of the address
    mark       bytea NOT NULL,
    account_id uuid NOT NULL,
    seat       smallint NOT NULL,
    -- the version that the mail showed
    version    bigint NOT NULL,
    -- the decision whose answers are numbered
    decision   text NOT NULL,
    -- a JSON array of other decisions that the mail told of
    also       text NOT NULL,
    -- a JSON array of the actions and then of the shapes, in the order of their numbers
    options    text NOT NULL,
    -- how many of them are actions, ready to be sent
    actions    smallint NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, mark)
);
CREATE INDEX mail_questions_by_age ON mail_questions (created_at);

-- What follows an answer that came by mail: a receipt, an exact error, the next question.
CREATE TABLE answer_mails (
    game_id       uuid NOT NULL,
    -- follows from the mail that is answered, so that the same mail twice gives one
    id            uuid NOT NULL,
    -- receipt, reply_refused, next_question
    kind          text NOT NULL,
    account_id    uuid NOT NULL,
    seat          smallint NOT NULL,
    -- the version of the game before the answer
    since         bigint NOT NULL,
    -- the action that was carried out, as JSON
    said          text,
    -- the code and the sentence of the refusal
    code          text,
    sentence      text,
    -- the id of the mail that is answered, without angle brackets
    reply_to      text,
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    claimed_until timestamptz,
    attempts      smallint NOT NULL,
    settled_at    timestamptz,
    -- sent, stale, dead
    result        text,
    problem       text,
    PRIMARY KEY (game_id, id)
);
CREATE INDEX answer_mails_due ON answer_mails (due_at) WHERE settled_at IS NULL;
CREATE INDEX answer_mails_dead ON answer_mails (settled_at, id) WHERE result = 'dead';

-- Addresses that mail came back from for good. Whoever proves another address, or the same one anew, gets mail again.
CREATE TABLE stopped_addresses (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- as compared
    email_key  text NOT NULL,
    -- the status that the mail server gave, such as 5.1.1
    status     text NOT NULL,
    stopped_at timestamptz NOT NULL
);
