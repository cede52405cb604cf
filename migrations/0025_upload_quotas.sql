-- What an upload is meant for: its bytes count against the quota of that pool from the first moment. An upload that names no pool
-- counts against its owner's quota only, until a delivery takes it.
alter table uploads add column pool_id uuid references pools;
update uploads u set pool_id = c.pool_id
from content_files f join content_claims c on c.id = f.claim_id
where f.upload_id = u.id;

-- When bytes last began to arrive. An unfinished upload expires by this and not by the time of its file, so that one statement
-- decides between a sweep and an upload that goes on.
alter table uploads add column touched_at timestamptz not null default now();
drop index uploads_abandoned;
create index uploads_unfinished on uploads (touched_at) where completed_at is null;

-- The sums of the quotas read only these.
create index uploads_of_owner on uploads (owner_id) include (size_bytes, completed_at);
create index uploads_of_pool on uploads (pool_id) include (size_bytes) where pool_id is not null;
