-- Search in one's conversations. With the room in the index, a search reads nothing of other people's conversations, however many messages
-- there are. The expression is that of the search for names (0169).
create extension if not exists btree_gin;
create index messages_search on messages using gin (room_id, (' ' || search_fold(content) || ' ') gin_trgm_ops)
  where deleted_at is null and sender_id is not null;
