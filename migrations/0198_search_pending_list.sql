-- A search reads this index's list of pending entries once for each conversation. With the default of up to 4 MB, that took longer than a
-- search without the index (measured in decision 0071).
alter index messages_search set (gin_pending_list_limit = 256);
