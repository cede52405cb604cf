-- A catch-up reads the changed messages of a room by this index. Apart from 0107, whose lock on the table would stop its readers meanwhile.
create index messages_changed on messages (room_id, changed_seq) where changed_seq is not null;
