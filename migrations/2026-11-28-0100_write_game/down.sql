DROP FUNCTION write_game_1;
ALTER TABLE positions DROP COLUMN earlier_clocks;
