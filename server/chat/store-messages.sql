-- Its arguments and columns had other names before 1.0.
drop function if exists store_messages(uuid[], uuid[], uuid[], text[], text[], jsonb[]);

-- Stores messages that arrived together, in this order, and returns the outcome of each. Locks first the people, then the rooms, always in the
-- order of their ids: two calls never wait for each other, nor for someone who deletes their account and holds their own row.
create or replace function store_messages(
  sender_ids uuid[], room_ids uuid[], parent_ids uuid[], nonces text[], contents text[], mention_lists jsonb[]
) returns table (
  outcome text, stored_id uuid, stored_seq bigint, stored_at timestamptz, stored_depth int, wait_ms bigint,
  replied_to_id uuid, answer_count int
) language plpgsql as $$
declare
  i int;
  me record;
  room chat_rooms;
  above record;
  before timestamptz;
  muted record;
begin
  perform from users u where u.id = any(sender_ids) order by u.id for key share;
  perform from chat_rooms r where r.id = any(room_ids) order by r.id for no key update;
  for i in 1 .. cardinality(sender_ids) loop
    stored_id := null; stored_seq := null; stored_at := null; stored_depth := 1; wait_ms := null; replied_to_id := null; answer_count := null;
    select u.role, u.suspended_at, u.deleted_at into me from users u where u.id = sender_ids[i];
    if not found or me.suspended_at is not null or me.deleted_at is not null then
      outcome := 'suspended'; return next; continue;
    end if;
    if nonces[i] is not null then
      select m.id into stored_id from messages m where m.sender_id = sender_ids[i] and m.nonce = nonces[i];
      if found then outcome := 'duplicate'; return next; continue; end if;
    end if;
    select r.* into room from chat_rooms r where r.id = room_ids[i];
    if not found then outcome := 'gone'; return next; continue; end if;
    if room.kind = 'direct' then
      if sender_ids[i] not in (room.first_id, room.second_id) then outcome := 'not_member'; return next; continue; end if;
      if people_apart(room.first_id, room.second_id)
        or exists (select from users u where u.id in (room.first_id, room.second_id) and u.deleted_at is not null)
      then outcome := 'blocked'; return next; continue; end if;
    elsif me.role <> 'admin' then
      select m.until into muted from chat_mutes m
      where m.room_id = room.id and m.user_id = sender_ids[i] and (m.until is null or m.until > clock_timestamp());
      if found then
        outcome := 'muted'; wait_ms := ceil(extract(epoch from muted.until - clock_timestamp()) * 1000);
        return next; continue;
      end if;
      if room.slow_seconds > 0 then
        select m.wrote_at into before from chat_members m where m.room_id = room.id and m.user_id = sender_ids[i];
        wait_ms := ceil(extract(epoch from before + make_interval(secs => room.slow_seconds) - clock_timestamp()) * 1000);
        if wait_ms > 0 then outcome := 'slow'; return next; continue; end if;
        wait_ms := null;
      end if;
    end if;
    if parent_ids[i] is not null then
      update messages m set reply_count = m.reply_count + 1
      where m.id = parent_ids[i] and m.room_id = room.id and m.deleted_at is null and m.sender_id is not null
        and m.sender_id <> all(array(select a from writers_hidden_from(sender_ids[i]) a))
      returning m.depth, m.sender_id, m.reply_count into above;
      if not found then outcome := 'parent_gone'; return next; continue; end if;
      stored_depth := above.depth + 1; replied_to_id := above.sender_id; answer_count := above.reply_count;
    end if;
    update chat_rooms r set last_seq = r.last_seq + 1, updated_at = clock_timestamp() where r.id = room.id
    returning r.last_seq, r.updated_at into stored_seq, stored_at;
    insert into messages as m (room_id, seq, sender_id, parent_id, depth, content, mentions, nonce, created_at)
    values (room.id, stored_seq, sender_ids[i], parent_ids[i], stored_depth, contents[i], mention_lists[i], nonces[i], stored_at)
    returning m.id into stored_id;
    -- Writers have read the messages before theirs.
    insert into chat_members as c (room_id, user_id, listed, read_seq, wrote_at)
    values (room.id, sender_ids[i], room.kind in ('pool', 'direct'), stored_seq, stored_at)
    on conflict (room_id, user_id) do update
      set listed = c.listed or excluded.listed, read_seq = excluded.read_seq, wrote_at = excluded.wrote_at;
    if room.kind = 'direct' then
      update chat_members c set listed = true where c.room_id = room.id and not c.listed;
    end if;
    outcome := 'stored'; return next;
  end loop;
end $$;
