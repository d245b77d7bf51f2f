DROP TABLE channel_posts;
DROP TABLE channel_agreements;
DROP TABLE game_channels;
