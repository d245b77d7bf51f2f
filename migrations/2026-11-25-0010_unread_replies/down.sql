DROP TABLE unread_replies;
