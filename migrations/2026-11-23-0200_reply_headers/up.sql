-- A reply that is repeated brings its headers again, too.
ALTER TABLE replies
    -- `ETag`: the entity tag of the game that the reply shows
    ADD COLUMN tag      text,
    -- `Location`: the path of what was created
    ADD COLUMN location text;
