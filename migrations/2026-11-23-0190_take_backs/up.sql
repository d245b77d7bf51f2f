-- Seats may take their last actions back.
ALTER TABLE positions
    -- which versions the seat that acted last may return to, and how often that was done, as JSON; null: nothing yet
    ADD COLUMN take_backs text;
ALTER TABLE entries
    -- the clocks right before this entry, as JSON, where its seat may take it back; null: it may not, or untimed
    ADD COLUMN clocks_before text,
    -- what could be taken back from then on, as `positions` has it, on the last entry of a write
    ADD COLUMN take_backs text;
