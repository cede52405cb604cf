-- What has changed in the tables since 0001_baseline.sql.

-- Cards are charged only while the processor can pay the pool's creator. An accepted pool that has what it needs waits for that.
-- `account_paused_at`: it fell below that before its funding deadline, so the wait is paused.
alter table pools
  add account_due_at timestamptz,
  add account_paused_at timestamptz,
  add constraint pools_account_wait check (
    (account_due_at is null or status = 'accepted') and (account_paused_at is null or account_due_at is not null));
create index pools_waiting_for_account on pools (assigned_creator_id, id) where account_due_at is not null;
-- Every change of a payout account's status, so that `cli check` can tell whether an account was ready when a card was charged.
create table payout_account_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  processor text not null,
  status text not null,
  at timestamptz not null default clock_timestamp()
);
create index payout_account_changes_of on payout_account_changes (user_id, processor, at);
-- An attempt holds a lock of the payout account, so its time must not be earlier than the lock.
alter table payments alter column created_at set default clock_timestamp();

-- What a card processor refuses and only the operator can solve. One open row per processor, action, subject and code.
create table processor_problems (
  id uuid primary key default gen_random_uuid(),
  processor text not null,
  action text not null check (action in ('account', 'onboarding', 'transfer', 'reversal', 'bank', 'page', 'reconcile', 'self_test')),
  -- What the action was about, without personal data: a country, a part of the reconciler, a check of the self-test.
  about text not null default '',
  code text not null,
  message text not null,
  advice text,
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  -- When the admins were mailed.
  reported_at timestamptz,
  resolved_at timestamptz
);
create unique index processor_problems_open on processor_problems (processor, action, about, code) where resolved_at is null;
create index processor_problems_resolved on processor_problems (processor, action, about, code, resolved_at) where resolved_at is not null;
-- A transfer that the processor refused because of the operator stays open and is sent again under another key.
alter table payout_parts
  add column refusals integer not null default 0 check (refusals >= 0),
  add column problem_code text,
  add column refused_at timestamptz;
create index payout_parts_refused on payout_parts (refused_at) where problem_code is not null;
-- A payout account that the processor refused to create because of the operator is requested again.
alter table payout_accounts
  add column problem_code text,
  add column refused_at timestamptz;
create index payout_accounts_refused on payout_accounts (refused_at) where problem_code is not null;

-- When the processor stopped sending the balance of a creator's account to their bank, and why.
alter table payout_accounts
  add column bank_blocked_at timestamptz,
  add column bank_reason text;
create index payout_accounts_bank_blocked on payout_accounts (processor) where bank_blocked_at is not null;
-- The part of our balance that the card processor keeps as a reserve.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account ~ '^(clearing|processor_reserve|unmatched|platform_fees|processor_costs|disputed|payout_in_transit|bank|held:[0-9a-f-]{36}|creator_payable:[0-9a-f-]{36}|creator_debt:[0-9a-f-]{36})$') not valid;
alter table ledger_entries validate constraint ledger_entries_account_check;

-- A reversal that the processor refused is sent again, each time under another key of the processor, while the creator owes its money.
alter table payout_reversals add column attempt integer not null default 1 check (attempt > 0);
create index payout_reversals_refused on payout_reversals (settled_at) where status = 'refused';

-- A pool that falls below its goal keeps what is left of the creator's time to answer. The clock goes on when the goal is met again, or at
-- the funding deadline, when the creator may still accept the current amount.
alter table pools add column response_left_ms bigint check (response_left_ms >= 0);

-- Finds the set-up windows that are over and wait for the card processor.
create index pledges_setup_due on pledges (setup_due_at) where status = 'setup_pending';

-- A suspension, or an admin's hold, keeps money from its creator (decisions/0021, 0057).

create table payout_holds (
  user_id uuid primary key references users (id),
  reason text not null check (btrim(reason) <> ''),
  held_at timestamptz not null default clock_timestamp()
);
-- When the request of a transfer was allowed to leave, which a hold refuses.
alter table payout_parts add column sent_at timestamptz;

-- When admins were last reminded of a pool that waits for them (decisions/0057).
alter table pools add column waiting_reminded_at timestamptz;
-- Pools that waited before there was a limit have the whole time from now on, and are reported first.
alter table pools add column wait_limited_from timestamptz;
update pools set wait_limited_from = clock_timestamp() where frozen or status in ('delivery_review', 'delivered');
-- A frozen pool, and a delivered one that the end of its quiet period did not complete.
create index pools_waiting on pools (quiet_until) where status = 'delivered';

-- A request key belongs to the terms of its first request. `anonymous` is one of them, and the fan can change it later. Null: older
-- requests.
alter table pledges add column request_anonymous boolean;
alter table pledge_restarts add column request_anonymous boolean;

-- The people that an audited action is about. No admin acts on themselves. The chain of hashes does not cover this column: it says nothing that the
-- target of the row does not say.
alter table audit_log add column concerned uuid[] not null default '{}';
alter table audit_log add constraint audit_log_not_own check (status = 'refused' or actor_id is null or not (actor_id = any (concerned)));

-- Card testing: every declined card that a person typed or used, and the blocks of addresses from which people open card pages. Rows are kept for
-- a week.
create table card_declines (
  -- The event of the processor, or the page or attempt that ended with the decline.
  key text primary key,
  -- The reference of the page or attempt.
  reference text not null,
  user_id uuid not null references users (id),
  at timestamptz not null default clock_timestamp()
);
create index card_declines_user on card_declines (user_id, at);
create index card_declines_reference on card_declines (reference);
create table card_visits (
  user_id uuid not null references users (id),
  -- IPv4 by /24, IPv6 by /48.
  address_block text not null,
  last_at timestamptz not null default clock_timestamp(),
  primary key (user_id, address_block)
);
create index card_visits_block on card_visits (address_block, last_at);
alter table webhook_inbox add column declined boolean not null default false;

-- One export of personal data per person at a time, on all nodes. The holder renews its row; the row of a killed process expires.
-- Unlogged: after a crash of PostgreSQL no export runs any more.
create unlogged table export_locks (
  user_id uuid primary key references users,
  token uuid not null,
  expires_at timestamptz not null
);

-- An admin who removes a completed pool decides whether the fans who paid can still open its delivery.
alter table pools
  add column keeps_delivery boolean not null default false,
  add constraint only_removed_pools_keep_deliveries check (not keeps_delivery or status = 'removed');

-- When the owner of a creator page last saved it. Null until then: the first edit offers to copy the account's picture and bio.

alter table creator_profiles add column edited_at timestamptz;

-- Names in which nothing is visible, and addresses with characters that no one sees (decisions/0064).
create function pg_temp.without_unseen(given text) returns text language sql immutable as $$
  select btrim(normalize(regexp_replace(given,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'), NFC))
$$;
create function pg_temp.is_visible(given text) returns boolean language sql immutable as $$
  select regexp_replace(pg_temp.without_unseen(given),
    '[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\u2800\ufffc\U0001d159]',
    '', 'g') <> ''
$$;
-- Without the characters that mail programs ignore in a domain. The others can be a part of a domain.
create function pg_temp.clean_address(given text) returns text language sql immutable as $$
  select btrim(normalize(regexp_replace(given, '[\u00ad\u200b\u2060\ufeff]', '', 'g'), NFC))
$$;
-- Pages show the username instead.
update users set display_name = null where octet_length(display_name) <> char_length(display_name) and not pg_temp.is_visible(display_name);
update creator_profiles set display_name = username
where octet_length(display_name) <> char_length(display_name) and not pg_temp.is_visible(display_name);
update creator_profiles set full_name = username
where octet_length(full_name) <> char_length(full_name) and not pg_temp.is_visible(full_name);
-- The owner of such an address could not sign in by typing it. An address stays as it is if another account would then have the same one.
-- Nothing has proved the address without these characters, so it is no longer confirmed.
update users u set email = pg_temp.clean_address(u.email),
  email_verified_at = case when normalize(u.email, NFC) = pg_temp.clean_address(u.email) then u.email_verified_at end
where octet_length(u.email) <> char_length(u.email) and u.email <> pg_temp.clean_address(u.email)
  and pg_temp.clean_address(u.email) ~ '^[^@]+@[^@]+$'
  and not exists (
    select from users o where o.id <> u.id
      and lower(o.email) in (lower(pg_temp.clean_address(u.email)), lower(normalize(pg_temp.clean_address(u.email), NFD))))
  and not exists (
    select from users o where o.id <> u.id and octet_length(o.email) <> char_length(o.email)
      and lower(pg_temp.clean_address(o.email)) = lower(pg_temp.clean_address(u.email)));
update email_tokens t set email = u.email from users u
where u.id = t.user_id and t.kind in ('verify', 'reset') and lower(t.email) <> lower(u.email)
  and lower(pg_temp.clean_address(t.email)) = lower(u.email);
drop function pg_temp.clean_address(text);
drop function pg_temp.is_visible(text);
drop function pg_temp.without_unseen(text);

-- Search by the letters that people type: without accents, inside Chinese and Japanese names, and in every width (decisions/0064). Letters that have
-- no decomposition, too: ß, the final sigma, ø, ł and the like. Indexes need this function and the next one, so both are here.
create or replace function search_fold(given text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    case when octet_length(given) = char_length(given) then
      lower(regexp_replace(replace(given, '''', ''), '[^A-Za-z0-9]+', ' ', 'g'))
    else
      regexp_replace(regexp_replace(
        translate(replace(replace(replace(replace(
          lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f''\u2018\u2019]', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ςøđðłı', 'σoddli'),
        '([\u2600-\u27bf\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff\U00010000-\U0010ffff])', ' \1 ', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+',
        ' ', 'g')
    end,
    -- A word of the index has an end.
    '([^ ]{60})(?=[^ ])', '\1 ', 'g'))
$$;

create or replace function pool_is_listed(status text) returns boolean language sql immutable as $$
  select status in ('open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered', 'completed')
$$;

create index users_search_folded on users using gin ((' ' || search_fold(username || ' ' || coalesce(display_name, '')) || ' ') gin_trgm_ops);
create index creator_profiles_search_folded on creator_profiles
  using gin ((' ' || search_fold(username || ' ' || display_name || ' ' || full_name) || ' ') gin_trgm_ops);

-- Browsers have several names for one type. New uploads get the usual name, by their bytes; these are the uploads from before.
update uploads u
set content_type = n.usual
from (values
  ('audio/aacp', 'audio/aac'), ('audio/x-aac', 'audio/aac'),
  ('audio/m4a', 'audio/mp4'), ('audio/x-m4a', 'audio/mp4'), ('audio/x-m4b', 'audio/mp4'),
  ('audio/mp3', 'audio/mpeg'), ('audio/x-mp3', 'audio/mpeg'), ('audio/x-mpeg', 'audio/mpeg'),
  ('audio/opus', 'audio/ogg'), ('audio/vorbis', 'audio/ogg'), ('application/ogg', 'audio/ogg'),
  ('audio/vnd.wave', 'audio/wav'), ('audio/wave', 'audio/wav'), ('audio/x-wav', 'audio/wav'),
  ('audio/x-flac', 'audio/flac'), ('audio/x-aiff', 'audio/aiff'),
  ('video/x-m4v', 'video/mp4'), ('video/matroska', 'video/x-matroska'),
  ('image/jpg', 'image/jpeg'), ('image/pjpeg', 'image/jpeg'), ('image/apng', 'image/png'), ('image/x-png', 'image/png')
) as n (given, usual)
where u.content_type = n.given;
update uploads u
set content_type = n.usual
from (values
  ('aac', 'audio/aac'), ('flac', 'audio/flac'), ('m4a', 'audio/mp4'), ('mp3', 'audio/mpeg'), ('oga', 'audio/ogg'),
  ('ogg', 'audio/ogg'), ('opus', 'audio/ogg'), ('wav', 'audio/wav'),
  ('m4v', 'video/mp4'), ('mkv', 'video/x-matroska'), ('mov', 'video/quicktime'), ('mp4', 'video/mp4'), ('webm', 'video/webm'),
  ('gif', 'image/gif'), ('jpeg', 'image/jpeg'), ('jpg', 'image/jpeg'), ('png', 'image/png'), ('webp', 'image/webp')
) as n (ending, usual)
where u.content_type = 'application/octet-stream' and lower(substring(u.name from '\.([^.]+)$')) = n.ending;

-- The operator's details that an admin enters in the browser, and what the setup checklist remembers. Settings of the server override them.
create table operator_details (
  only_row boolean primary key default true check (only_row),
  name text check (char_length(name) between 1 and 120),
  address text check (char_length(address) between 5 and 300),
  email text check (char_length(email) between 3 and 254),
  mail_tested_at timestamptz,
  checklist_hidden_at timestamptz
);
insert into operator_details default values;

-- The feed's filter for pools that any verified creator can take: no creator is named or assigned, and they accept pledges.
create index pools_for_any_creator on pools (created_at desc, id desc) include (adult)
  where creator_profile_id is null and assigned_creator_id is null and status in ('open', 'goal_met');

-- The first steps that only the creator can report: they shared their page, or no longer want the list.
create table creator_first_steps (
  profile_id uuid primary key references creator_profiles (id) on delete cascade,
  shared_at timestamptz,
  dismissed_at timestamptz
);

-- The pool that a notice is about, and the person whose act it reports. The notifications page shows their pictures and groups by them.
-- Without foreign keys: a notice outlives both, and the page then shows the icon of its kind.

alter table notifications add column pool_id uuid, add column person_id uuid;

-- The pool and the person of earlier notices.

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

-- For the list of notices and its counts. The kind and the person are in the indexes because a block hides some kinds of notices, so
-- that counting reads no rows.
create index notifications_listed on notifications (user_id, created_at desc, id) include (kind, person_id) where not hidden;
create index notifications_new on notifications (user_id) include (kind, person_id) where read_at is null;
drop index notifications_unread;

-- A person can edit a message for 15 minutes. `edited_at` is the time of the last edit. The edit takes a number of its room as `changed_seq`,
-- so that a catch-up returns the message again.
alter table messages add column edited_at timestamptz;
-- The earlier texts of edited messages, so that an edit hides no evidence. Admins read them in reports of the message.
create table message_versions (
  message_id uuid not null references messages on delete cascade,
  -- The number of the edit that replaced the text.
  replaced_seq bigint not null,
  content text not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (message_id, replaced_seq)
);
-- A report keeps the earlier texts, because the sender may delete the message with them.
alter table reports add column earlier_texts text[] not null default '{}';

-- Search in one's conversations. With the room in the index, a search reads nothing of other people's conversations, however many messages
-- there are. The expression is that of the search for names.
create extension if not exists btree_gin;
create index messages_search on messages using gin (room_id, (' ' || search_fold(content) || ' ') gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where deleted_at is null and sender_id is not null;

-- Domains that were typed in full-width letters or with an ideographic full stop. Their owners could not sign in by typing the address in
-- the usual letters (decisions/0064). The mailbox is the same, so it stays confirmed.
create function pg_temp.usual_domain(given text) returns text language sql immutable as $$
  select substring(given from '^.*@') || lower(normalize(translate(substring(given from '[^@]*$'), '。｡', '..'), NFKC))
$$;
-- An address stays as it is if it could then belong to two accounts, or if its domain has other letters as well: an account could have the
-- same domain in punycode.
update users u set email = pg_temp.usual_domain(u.email)
where octet_length(u.email) <> char_length(u.email)
  and lower(substring(u.email from '[^@]*$')) <> lower(substring(pg_temp.usual_domain(u.email) from '[^@]*$'))
  and pg_temp.usual_domain(u.email) ~ '^[^@]+@[a-z0-9.-]+$'
  and not exists (select from users o where o.id <> u.id and lower(o.email) = lower(pg_temp.usual_domain(u.email)))
  and not exists (
    select from users o where o.id <> u.id and octet_length(o.email) <> char_length(o.email)
      and lower(pg_temp.usual_domain(o.email)) = lower(pg_temp.usual_domain(u.email)));
update email_tokens t set email = u.email from users u
where u.id = t.user_id and t.kind in ('verify', 'reset') and lower(t.email) <> lower(u.email)
  and lower(pg_temp.usual_domain(t.email)) = lower(u.email);
update undeliverable_addresses b set address = lower(pg_temp.usual_domain(b.address))
where octet_length(b.address) <> char_length(b.address) and b.address <> lower(pg_temp.usual_domain(b.address))
  and not exists (select from undeliverable_addresses o where o.address = lower(pg_temp.usual_domain(b.address)))
  and not exists (
    select from undeliverable_addresses o where o.address <> b.address
      and lower(pg_temp.usual_domain(o.address)) = lower(pg_temp.usual_domain(b.address)));
drop function pg_temp.usual_domain(text);

-- Pictures of chat messages, in their order. A message without a text has the text "Picture" (contract/chat/chat-pictures.ts), so every
-- message that is not deleted has a text.
create table message_images (
  message_id uuid not null references messages on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  primary key (message_id, image_id)
);
create index message_images_image on message_images (image_id);
-- The pictures of a reported message, while the report is open: its sender may delete the message with them.
create table report_images (
  report_id uuid not null references reports on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  primary key (report_id, image_id)
);
create index report_images_image on report_images (image_id);

-- Counts the listed pools of a filter by goal without reading their rows. Pledges change none of these columns.
create index pools_by_goal on pools (goal_cents, id) include (adult, is_highlighted, category_ids) where pool_is_listed(status);

-- A saved pool becomes a followed one. Earlier rows get news, too: the reminder that was promised to them is now part of the news.
alter table pool_saves add column news boolean not null default true;

-- The followers of a pool in the order in which they are notified, 200 at a time.
create index pool_saves_followers on pool_saves (pool_id, user_id) include (news);
drop index pool_saves_pool;
