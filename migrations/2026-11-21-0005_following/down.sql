DROP TABLE stream_tickets, stream_items, stream_heads, relayed, relay_due, notes, message_copies, message_boxes, messages, talks;
