-- Where people talk: one room for everyone, one for each category, one for each pool, one for any two people who write to each other.

create table chat_rooms (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('global', 'category', 'pool', 'direct')),
  category_id smallint unique references categories on delete cascade,
  pool_id uuid unique references pools on delete cascade,
  -- The two of a direct conversation, in the order of their ids: there is one for any two.
  first_id uuid references users,
  second_id uuid references users,
  -- What happens in a room is numbered by this counter: each message and each deletion takes the next. Whoever takes one holds the
  -- room's row until it has committed, so that nobody who has seen a number finds a smaller one later.
  last_seq bigint not null default 0,
  -- Between two messages of the same person; 0 is off.
  slow_seconds int not null default 0 check (slow_seconds >= 0),
  created_at timestamptz not null default clock_timestamp(),
  -- When something was last written.
  updated_at timestamptz not null default clock_timestamp(),
  check ((kind = 'category') = (category_id is not null) and (kind = 'pool') = (pool_id is not null)),
  check ((kind = 'direct') = (first_id is not null) and (first_id is null) = (second_id is null) and first_id < second_id),
  unique (first_id, second_id)
);
create unique index chat_rooms_global on chat_rooms (kind) where kind = 'global';
create index chat_rooms_second on chat_rooms (second_id) where second_id is not null;

insert into chat_rooms (kind) values ('global');
insert into chat_rooms (kind, category_id) select 'category', id from categories;
insert into chat_rooms (kind, pool_id, created_at, updated_at) select 'pool', id, created_at, created_at from pools;

-- A category and a pool have their room from the start.
create function open_chat_room() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'pools' then insert into chat_rooms (kind, pool_id) values ('pool', new.id);
  else insert into chat_rooms (kind, category_id) values ('category', new.id);
  end if;
  return null;
end $$;
create trigger pools_chat_room after insert on pools for each row execute function open_chat_room();
create trigger categories_chat_room after insert on categories for each row execute function open_chat_room();

-- Who takes part in a room: both of a direct conversation; elsewhere whoever has written there, or follows it.
create table chat_members (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Stands in their list of conversations.
  listed boolean not null default false,
  -- What they have read, by the numbers of the room.
  read_seq bigint not null default 0,
  wrote_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, user_id)
);
create index chat_members_user on chat_members (user_id);

create table messages (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references chat_rooms on delete cascade,
  seq bigint not null,
  -- Null for a line that nobody wrote; then `event` says what became of the pool.
  sender_id uuid references users,
  event text check (event in ('goal_met', 'accepted', 'delivered')),
  parent_id uuid references messages on delete cascade,
  depth int not null default 1 check (depth >= 1 and (depth = 1) = (parent_id is null)),
  -- Empty once deleted.
  content text not null check (char_length(content) <= 2000 and (content <> '') = (deleted_at is null)),
  -- Who is named in it and where: [{userId, username, start, length}].
  mentions jsonb not null default '[]',
  -- Live answers directly below.
  reply_count int not null default 0 check (reply_count >= 0),
  -- Made by the sender's client: what is sent again under it is stored once.
  nonce text,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null,
  -- The deletion's own number in the room: whoever catches up learns of it.
  deleted_seq bigint,
  check ((sender_id is null) = (event is not null)),
  check ((deleted_at is null) = (deleted_seq is null))
);
create unique index messages_room on messages (room_id, seq);
create index messages_deleted on messages (room_id, deleted_seq) where deleted_seq is not null;
create index messages_replies on messages (parent_id, seq) where parent_id is not null and deleted_at is null;
create unique index messages_nonce on messages (sender_id, nonce) where nonce is not null;
create unique index messages_event on messages (room_id, nonce) where sender_id is null;
create index messages_sender on messages (sender_id, created_at);

create table message_reactions (
  message_id uuid not null references messages on delete cascade,
  emoji text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (message_id, emoji, user_id)
);
create index message_reactions_user on message_reactions (user_id);

create table chat_mutes (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references users on delete cascade,
  reason text not null,
  -- Null until an admin lifts it.
  until timestamptz,
  muted_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, user_id)
);
create index chat_mutes_user on chat_mutes (user_id);

-- One row.
create table chat_settings (
  only_one boolean primary key default true check (only_one),
  blocked_words text[] not null default '{}'
);
insert into chat_settings default values;

-- Stores what arrived together, in this order, and says of each what became of it: 'stored', 'known' (its nonce was there already), or
-- why not. First the people, then the rooms are held, always in the order of their ids: two of these never wait for each other, nor
-- for somebody who deletes their account and holds their own row.
create function store_messages(
  sender_ids uuid[], room_ids uuid[], parent_ids uuid[], nonces text[], contents text[], named jsonb[]
) returns table (
  outcome text, stored_id uuid, stored_seq bigint, stored_at timestamptz, stored_depth int, wait_ms bigint,
  answered_id uuid, answer_count int
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
    stored_id := null; stored_seq := null; stored_at := null; stored_depth := 1; wait_ms := null; answered_id := null; answer_count := null;
    select u.role, u.suspended_at, u.deleted_at into me from users u where u.id = sender_ids[i];
    if not found or me.suspended_at is not null or me.deleted_at is not null then
      outcome := 'suspended'; return next; continue;
    end if;
    if nonces[i] is not null then
      select m.id into stored_id from messages m where m.sender_id = sender_ids[i] and m.nonce = nonces[i];
      if found then outcome := 'known'; return next; continue; end if;
    end if;
    select r.* into room from chat_rooms r where r.id = room_ids[i];
    if not found then outcome := 'gone'; return next; continue; end if;
    if room.kind = 'direct' then
      if sender_ids[i] not in (room.first_id, room.second_id) then outcome := 'stranger'; return next; continue; end if;
      if exists (
        select from user_blocks b
        where (b.blocker_id, b.blocked_id) in ((room.first_id, room.second_id), (room.second_id, room.first_id)))
        or exists (select from users u where u.id in (room.first_id, room.second_id) and u.deleted_at is not null)
      then outcome := 'apart'; return next; continue; end if;
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
      returning m.depth, m.sender_id, m.reply_count into above;
      if not found then outcome := 'parent_gone'; return next; continue; end if;
      stored_depth := above.depth + 1; answered_id := above.sender_id; answer_count := above.reply_count;
    end if;
    update chat_rooms r set last_seq = r.last_seq + 1, updated_at = clock_timestamp() where r.id = room.id
    returning r.last_seq, r.updated_at into stored_seq, stored_at;
    insert into messages as m (room_id, seq, sender_id, parent_id, depth, content, mentions, nonce, created_at)
    values (room.id, stored_seq, sender_ids[i], parent_ids[i], stored_depth, contents[i], named[i], nonces[i], stored_at)
    returning m.id into stored_id;
    -- Whoever writes has read what stands above.
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

-- Notices: what people are told of messages goes with these.
create index notifications_message on notifications (split_part(dedupe_key, ':', 2)) where kind in ('chat_mention', 'chat_reply');
-- Whom "@Two Words" means.
create index users_display_name on users (lower(display_name)) where display_name is not null;
-- Whoever leaves is named in no message any more.
create index messages_mentions on messages using gin (mentions jsonb_path_ops) where mentions <> '[]';
