DROP TABLE order_turns;
