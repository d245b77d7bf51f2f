-- What is looked at now and then is found without a look at what rests.

-- sessions that nobody has used for long
CREATE INDEX sessions_unused ON sessions (last_used_at);
