DROP TABLE webhook_waits;
DROP TABLE webhook_deliveries;
DROP TABLE webhooks;
