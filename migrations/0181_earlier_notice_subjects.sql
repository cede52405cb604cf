-- The pool and the person of earlier notices. Separate from 0180, whose lock stops all reads of the table until its transaction ends.

-- These name their pool only in their link; the expression is that of the index notifications_pool.
update notifications n set pool_id = p.id
from pools p
where n.href like any (array['/pool/%', '/tip-pool/%'])
  and split_part(split_part(split_part(n.href, '#', 1), '?', 1), '/', case when n.href like '/tip-pool/%' then 4 else 3 end) in (p.id::text, p.slug);

update notifications n set pool_id = g.pool_id
from pledges g
where n.href like '/payment/%' and split_part(n.href, '/', 3) = g.id::text;

update notifications n set person_id = x.author_id
from pool_updates x where n.kind = 'update_posted' and split_part(n.dedupe_key, ':', 2) = x.id::text;

update notifications n set person_id = c.author_id
from comments c
where n.kind in ('pool_commented', 'update_commented', 'comment_answered') and split_part(n.dedupe_key, ':', 2) = c.id::text;

update notifications n set person_id = m.sender_id
from messages m where n.kind in ('chat_mention', 'chat_reply') and split_part(n.dedupe_key, ':', 2) = m.id::text;

update notifications n set person_id = m.creator_id, pool_id = m.pool_id
from creator_messages m where n.kind = 'creator_message' and split_part(n.dedupe_key, ':', 2) = m.id::text;
