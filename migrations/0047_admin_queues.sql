-- The admin lists of reports, claims, applications, deliveries, copyright notices and performer records: their orders, with and without a
-- status, and their searches. An index that only lacked the id is replaced.
drop index reports_status;
create index reports_status on reports (status, created_at desc, id desc);
drop index reports_created;
create index reports_newest on reports (created_at desc, id desc);
create index reports_profile on reports (target_id) where kind = 'profile';
create index reports_search on reports using gin (reason gin_trgm_ops, excerpt gin_trgm_ops);

drop index objections_status;
create index objections_status on objections (status, created_at desc, id desc);
create index objections_newest on objections (created_at desc, id desc);
create index objections_search on objections using gin (reason gin_trgm_ops);

drop index creator_applications_status;
create index creator_applications_status on creator_applications (status, created_at desc, id desc);
create index creator_applications_newest on creator_applications (created_at desc, id desc);
create index creator_applications_search on creator_applications using gin (full_name gin_trgm_ops, username gin_trgm_ops);

drop index pool_claims_status;
create index pool_claims_status on pool_claims (status, created_at desc, id desc);
create index pool_claims_newest on pool_claims (created_at desc, id desc);
create index pool_claims_pool on pool_claims (pool_id);

drop index creator_claims_status;
create index creator_claims_status on creator_claims (status, created_at desc, id desc);
create index creator_claims_newest on creator_claims (created_at desc, id desc);
create index creator_claims_search on creator_claims using gin (creator_username gin_trgm_ops, creator_name gin_trgm_ops);

drop index content_claims_status;
create index content_claims_status on content_claims (status, created_at desc, id desc);
create index content_claims_newest on content_claims (created_at desc, id desc);
create index content_claims_creator on content_claims (creator_id);

-- Immutable, because the index needs it: the text form of a list of texts never changes.
create function takedown_locations(locations text[]) returns text language sql immutable parallel safe as $$
  select array_to_string(locations, ' ')
$$;
drop index takedown_notices_status;
create index takedown_notices_status on takedown_notices (status, created_at desc, id desc);
create index takedown_notices_newest on takedown_notices (created_at desc, id desc);
create index takedown_notices_search on takedown_notices
  using gin (name gin_trgm_ops, email gin_trgm_ops, work gin_trgm_ops, owner_name gin_trgm_ops, takedown_locations(locations) gin_trgm_ops);

create index productions_newest on productions (created_at desc, id desc);
create index productions_creator on productions (creator_id);
