-- Counts the listed pools of a filter by goal without reading their rows. Pledges change none of these columns.
create index pools_by_goal on pools (goal_cents, id) include (adult, is_highlighted, category_ids) where pool_is_listed(status);
