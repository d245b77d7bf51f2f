DROP TABLE bot_turns;
DROP TABLE decisions;
DROP TABLE snapshots;
DROP TABLE entries;
DROP TABLE positions;
DROP TABLE seats;
DROP TABLE games;
