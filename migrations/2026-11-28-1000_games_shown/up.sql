-- The inbox reads what it shows of a game in an index of those that are not over: the rows of a million games fill many
-- times more pages, and hardly one of them was read a moment before. Their columns seldom change once a game has begun.
-- One statement: Citus refuses several at once that change a table which is spread over its nodes.
CREATE INDEX games_shown ON games (id) INCLUDE (status, name, ruleset, lobby_due_at)
    WHERE status IN ('open', 'confirming', 'running', 'paused');
