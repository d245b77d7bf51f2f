-- What tells two histories of a game apart that came to the same version: after a failover or a restore that lost the
-- last writes the same versions are made again, with other content. Keyed with the game's seed, so that it tells nothing
-- of what is hidden. Every cache and every `ETag` of a game goes by it.
ALTER TABLE entries
    -- of this entry and, through the digest before it, of every entry up to here
    ADD COLUMN digest bytea NOT NULL DEFAULT '';
ALTER TABLE positions
    -- the digest of the last entry; empty before the set-up
    ADD COLUMN digest bytea NOT NULL DEFAULT '';
