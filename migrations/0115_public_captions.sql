-- Captions were public while any video of their delivery was. Now they are public only with the video that they belong to: the only one of
-- the delivery, or the one with the longest name that theirs begins with (contract/captions.ts).
with videos as (
  select f.claim_id, f.public_at, regexp_replace(lower(u.name), '\.[^.]+$', '') as stem,
    count(*) over (partition by f.claim_id) as video_count
  from content_files f join uploads u on u.id = f.upload_id
  where f.claim_id in (select claim_id from content_files where public_at is not null)
    and u.content_type like 'video/%' and u.name not ilike '%.vtt'
)
update content_files f
set public_at = (
  select v.public_at from videos v
  where v.claim_id = f.claim_id
    and (v.video_count = 1 or starts_with(regexp_replace(lower(u.name), '\.[^.]+$', '') || '.', v.stem || '.'))
  order by length(v.stem) desc, v.public_at desc nulls last limit 1)
from uploads u
where u.id = f.upload_id and f.public_at is not null and (u.content_type = 'text/vtt' or u.name ilike '%.vtt');
