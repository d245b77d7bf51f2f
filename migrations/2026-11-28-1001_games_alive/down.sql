CREATE INDEX games_alive ON games (id) WHERE status IN ('open', 'confirming', 'running', 'paused');
