DROP TABLE delivery_failures;
