DROP TABLE name_keys;
