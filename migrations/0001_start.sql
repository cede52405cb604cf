-- The whole schema of the main job. Amounts are integer US cents (bigint); times are timestamptz and come from this database's clock.
-- Forward only; one file is one transaction.

create table categories (
  id smallint primary key generated always as identity,
  name text not null unique,
  icon text not null,
  adult boolean not null default false
);

-- People ------------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  username text not null,
  password_hash text,
  display_name text,
  avatar_url text,
  role text not null default 'user' check (role in ('user', 'creator', 'admin')),
  is_verified boolean not null default false,
  email_verified_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default '',
  ip text not null default ''
);
create index sessions_user on sessions (user_id);

create table email_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('verify', 'reset')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_user on email_tokens (user_id, kind);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Pictures ----------------------------------------------------------------------------------------------------------

create table images (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references users on delete set null,
  -- Object key of the re-encoded picture; unguessable, not derived from the id.
  key text not null unique,
  width int not null,
  height int not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now()
);

-- Creators ----------------------------------------------------------------------------------------------------------

create table creator_profiles (
  id uuid primary key default gen_random_uuid(),
  username text not null,
  full_name text not null,
  display_name text not null,
  description text not null default '',
  category_id smallint references categories,
  avatar_url text,
  website_url text,
  social_links jsonb not null default '[]',
  status text not null default 'unclaimed' check (status in ('verified', 'unclaimed')),
  owner_id uuid unique references users on delete set null,
  added_by uuid references users on delete set null,
  follower_count int not null default 0,
  created_at timestamptz not null default now(),
  check (status = 'unclaimed' or owner_id is not null)
);
create unique index creator_profiles_username on creator_profiles (lower(username));

create table creator_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  full_name text not null,
  username text not null,
  category_id smallint not null references categories,
  bio text not null,
  social_links jsonb not null,
  proof_url text not null,
  agreed_at timestamptz not null default now(),
  reason text,
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index creator_applications_open on creator_applications (user_id) where status = 'pending';
create index creator_applications_user on creator_applications (user_id, created_at desc);
create index creator_applications_status on creator_applications (status, created_at desc);

-- Pools -------------------------------------------------------------------------------------------------------------

create table pools (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  title text not null,
  title_slug text not null,
  slug text not null unique,
  url_hash text not null unique,
  description text not null,
  goal_cents bigint not null check (goal_cents between 1000 and 10000000),
  deadline timestamptz not null,
  creator_profile_id uuid references creator_profiles,
  assigned_creator_id uuid references users,
  status text not null check (status in ('in_review', 'open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production',
    'delivery_review', 'delivered', 'completed', 'expired', 'declined', 'lapsed', 'cancelled', 'refunded', 'removed')),
  frozen boolean not null default false,
  -- When the freeze began: what a pool waits for moves by the time it was frozen.
  frozen_at timestamptz,
  adult boolean not null default false,
  is_highlighted boolean not null default false,
  category_ids smallint[] not null default '{}',
  -- Cached totals, kept by conditional statements in the same transaction as the rows they count; `check` recomputes them.
  pledged_cents bigint not null default 0 check (pledged_cents >= 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  fan_count int not null default 0 check (fan_count >= 0),
  like_count int not null default 0,
  comment_count int not null default 0,
  -- The contract card, frozen on accepting.
  floor_cents bigint,
  delivery_days int,
  at_current_amount boolean not null default false,
  allow_late_pledges boolean not null default false,
  terms jsonb,
  -- Clocks. clock_at is the earliest moment at which anything happens by itself; null when nothing will.
  response_due_at timestamptz,
  payment_due_at timestamptz,
  shortfall_due_at timestamptz,
  delivery_due_at timestamptz,
  delivery_paused_at timestamptz,
  quiet_until timestamptz,
  clock_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index pools_owner on pools (owner_id, created_at desc);
create index pools_profile on pools (creator_profile_id, created_at desc);
create index pools_assigned on pools (assigned_creator_id, status);
create index pools_title_slug on pools (title_slug);
create index pools_clock on pools (clock_at) where clock_at is not null and not frozen;
create index pools_admin on pools (status, created_at desc);
create index pools_created on pools (created_at desc, id);

create table pool_images (
  pool_id uuid not null references pools on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  is_primary boolean not null default false,
  primary key (pool_id, image_id)
);

-- Every transition, once; the row is written by the statement's own transaction.
create table pool_events (
  id bigint primary key generated always as identity,
  pool_id uuid not null references pools on delete cascade,
  from_status text,
  to_status text not null,
  actor_id uuid references users,
  reason text,
  at timestamptz not null default clock_timestamp()
);
create index pool_events_pool on pool_events (pool_id, id);

-- The feed's read model: one row for the whole feed (category 0) and one per category, kept by a trigger, so that a page of
-- nine costs the same with a thousand pools as with a million; feed_counts spares the count.
create table pool_feed (
  category_id smallint not null,
  pool_id uuid not null references pools on delete cascade,
  adult boolean not null,
  highlighted boolean not null,
  created_at timestamptz not null,
  primary key (pool_id, category_id)
);
create index pool_feed_page on pool_feed (category_id, created_at desc, pool_id desc) include (adult, highlighted);
create index pool_feed_safe on pool_feed (category_id, created_at desc, pool_id desc) include (highlighted) where not adult;
create index pool_feed_highlighted on pool_feed (category_id, created_at desc, pool_id desc) include (adult) where highlighted;

create table feed_counts (
  category_id smallint not null,
  adult boolean not null,
  highlighted boolean not null,
  n bigint not null,
  primary key (category_id, adult, highlighted)
);

create function pool_is_listed(status text) returns boolean language sql immutable as $$
  select status in ('open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered', 'completed')
$$;

create function pool_feed_sync() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and pool_is_listed(old.status) then
    with gone as (delete from pool_feed where pool_id = old.id returning category_id, adult, highlighted)
    update feed_counts c set n = c.n - 1 from gone
    where (c.category_id, c.adult, c.highlighted) = (gone.category_id, gone.adult, gone.highlighted);
  end if;
  if tg_op <> 'DELETE' and pool_is_listed(new.status) then
    with added as (
      insert into pool_feed (category_id, pool_id, adult, highlighted, created_at)
      select c, new.id, new.adult, new.is_highlighted, new.created_at
      from unnest(array_prepend(0::smallint, new.category_ids)) as c
      returning category_id, adult, highlighted)
    insert into feed_counts (category_id, adult, highlighted, n)
    select category_id, adult, highlighted, 1 from added order by category_id
    on conflict (category_id, adult, highlighted) do update set n = feed_counts.n + 1;
  end if;
  -- Only the trigger before a delete is asked: null would keep the row.
  return old;
end $$;

create trigger pool_feed_insert after insert on pools for each row execute function pool_feed_sync();
create trigger pool_feed_delete before delete on pools for each row execute function pool_feed_sync();
create trigger pool_feed_update after update of status, adult, is_highlighted, category_ids on pools for each row
  when (pool_is_listed(old.status) <> pool_is_listed(new.status) or old.adult <> new.adult
    or old.is_highlighted <> new.is_highlighted or old.category_ids <> new.category_ids)
  execute function pool_feed_sync();

-- Cards and pledges -------------------------------------------------------------------------------------------------

create table processor_customers (
  user_id uuid not null references users on delete cascade,
  processor text not null,
  customer_ref text not null,
  primary key (user_id, processor)
);

create table cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  processor text not null,
  card_ref text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (processor, card_ref)
);
create index cards_user on cards (user_id, created_at desc) where removed_at is null;

create table pledges (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools,
  fan_id uuid not null references users,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid', 'withdrawn', 'released', 'dropped',
    'refund_pending', 'refunded', 'disputed', 'dispute_lost')),
  request_key text not null,
  -- The amount first asked for under this request key: the same key with other terms is refused.
  request_cents bigint not null,
  anonymous boolean not null default false,
  card_id uuid references cards,
  created_at timestamptz not null default now(),
  pledged_at timestamptz,
  notified_at timestamptz,
  due_at timestamptz,
  remind_at timestamptz,
  dismissed_until timestamptz,
  decline_code text,
  decline_reason text,
  paid_at timestamptz,
  refunded_at timestamptz,
  ended_at timestamptz,
  unique (fan_id, request_key)
);
create unique index pledges_one_live on pledges (pool_id, fan_id)
  where status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid');
create index pledges_pool on pledges (pool_id, status);
create index pledges_fan on pledges (fan_id, created_at desc);
create index pledges_card on pledges (card_id) where card_id is not null;

-- Who may read what was delivered: paid and not refunded. Granted and revoked in the transaction that settles the money.
create table content_access (
  pool_id uuid not null references pools on delete cascade,
  user_id uuid not null references users on delete cascade,
  pledge_id uuid not null references pledges,
  granted_at timestamptz not null default now(),
  primary key (pool_id, user_id)
);
create index content_access_user on content_access (user_id);

-- Money -------------------------------------------------------------------------------------------------------------

-- Saving a card on the processor's hosted page.
create table card_setups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- What the set-up is for, in the caller's words ("pledge:ID"); money knows no pools.
  subject text not null,
  processor text not null,
  session_ref text,
  url text,
  status text not null default 'created' check (status in ('created', 'completed', 'failed')),
  card_id uuid references cards,
  failure_reason text,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index card_setups_subject on card_setups (subject, created_at desc);
create unique index card_setups_session on card_setups (processor, session_ref) where session_ref is not null;

-- One row an attempt to charge, committed before the processor hears of it.
create table payments (
  id uuid primary key default gen_random_uuid(),
  subject text not null,
  attempt int not null,
  user_id uuid not null references users,
  -- The ledger account that holds the money ("held:POOL").
  held_account text not null,
  kind text not null check (kind in ('off_session', 'hosted')),
  amount_cents bigint not null check (amount_cents > 0),
  processor text not null,
  card_id uuid references cards,
  idempotency_key text not null unique,
  processor_ref text,
  session_ref text,
  url text,
  status text not null default 'created' check (status in ('created', 'processing', 'succeeded', 'failed')),
  decline_code text,
  decline_reason text,
  decline_kind text check (decline_kind in ('soft', 'hard', 'needs_action', 'abandoned')),
  cost_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (subject, attempt),
  check (refunded_cents between 0 and amount_cents)
);
-- At most one live charge a subject, whatever crashes, repeats or races.
create unique index payments_one_live on payments (subject) where status in ('created', 'processing', 'succeeded') and refunded_cents = 0;
create unique index payments_processor_ref on payments (processor, processor_ref) where processor_ref is not null;
create index payments_unsettled on payments (created_at) where status in ('created', 'processing');
create index payments_held on payments (held_account, status);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null unique references payments,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  idempotency_key text not null unique,
  processor_ref text,
  status text not null default 'created' check (status in ('created', 'succeeded', 'failed')),
  failure_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_unsettled on refunds (created_at) where status = 'created';

create table payout_accounts (
  user_id uuid not null references users on delete cascade,
  processor text not null,
  account_ref text not null,
  ready boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, processor)
);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- What is being paid out ("pool:ID").
  subject text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  processor text not null,
  idempotency_key text not null unique,
  processor_ref text,
  status text not null default 'pending' check (status in ('pending', 'in_transit', 'paid', 'failed')),
  failure_reason text,
  created_at timestamptz not null default now(),
  paid_at timestamptz
);
create index payouts_user on payouts (user_id, created_at desc);
create index payouts_unsettled on payouts (created_at) where status in ('pending', 'in_transit');

-- Double entry. A positive amount is a debit, a negative one a credit; every journal sums to exactly zero; nothing is ever changed.
create table ledger_journals (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('charge', 'charge_cost', 'refund', 'release', 'payout', 'payout_settled', 'payout_failed',
    'dispute_opened', 'dispute_won', 'dispute_lost', 'correction')),
  -- What caused it, once: "payment:ID", "refund:ID", "release:POOL:N", "payout:ID".
  cause text not null unique,
  created_at timestamptz not null default clock_timestamp()
);
create table ledger_entries (
  id bigint primary key generated always as identity,
  journal_id bigint not null references ledger_journals,
  account text not null check (account ~ '^(clearing|platform_fees|processor_costs|disputed|payout_in_transit|bank|held:[0-9a-f-]{36}|creator_payable:[0-9a-f-]{36}|creator_debt:[0-9a-f-]{36})$'),
  amount_cents bigint not null check (amount_cents <> 0)
);
create index ledger_entries_journal on ledger_entries (journal_id);
create index ledger_entries_account on ledger_entries (account);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: % on % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_journals_immutable before update or delete or truncate on ledger_journals execute function ledger_is_append_only();
create trigger ledger_entries_immutable before update or delete or truncate on ledger_entries execute function ledger_is_append_only();

create function ledger_journal_balances() returns trigger language plpgsql as $$
declare total bigint; entries int;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, entries from ledger_entries where journal_id = new.journal_id;
  if total <> 0 or entries < 2 then
    raise exception 'journal % does not balance: % cents over % entries', new.journal_id, total, entries using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_journal_balances();

create function ledger_journal_has_entries() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_entries where journal_id = new.id) then
    raise exception 'journal % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_journals_filled after insert on ledger_journals deferrable initially deferred
  for each row execute function ledger_journal_has_entries();

-- Events of a card processor, each stored once before anything is done with it.
create table webhook_inbox (
  processor text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  error text,
  primary key (processor, event_id)
);
create index webhook_inbox_open on webhook_inbox (received_at) where processed_at is null;

-- The sandbox card processor: a company of its own, so its tables share nothing with ours.
create schema sandbox;
create table sandbox.customers (id text primary key, email text not null, created_at timestamptz not null default now());
create table sandbox.cards (
  id text primary key,
  customer_id text not null references sandbox.customers,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  -- How the card behaves; the number itself is never stored.
  behaviour text not null check (behaviour in ('pays', 'declined', 'insufficient_funds', 'needs_authentication')),
  created_at timestamptz not null default now()
);
create table sandbox.sessions (
  id text primary key,
  mode text not null check (mode in ('setup', 'payment')),
  customer_id text not null references sandbox.customers,
  amount_cents bigint,
  reference text not null,
  description text not null default '',
  success_url text not null,
  cancel_url text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  card_id text references sandbox.cards,
  charge_id text,
  -- A card that needs authentication waits here for the approve or refuse page.
  pending_card jsonb,
  created_at timestamptz not null default now()
);
create table sandbox.charges (
  id text primary key,
  customer_id text not null references sandbox.customers,
  card_id text references sandbox.cards,
  session_id text,
  amount_cents bigint not null,
  reference text not null,
  status text not null check (status in ('created', 'succeeded', 'failed')),
  decline_code text,
  cost_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  created_at timestamptz not null default now()
);
create index sandbox_charges_reference on sandbox.charges (reference);
create table sandbox.refunds (
  id text primary key,
  charge_id text not null unique references sandbox.charges,
  amount_cents bigint not null,
  created_at timestamptz not null default now()
);
create table sandbox.payouts (
  id text primary key,
  account_id text not null,
  amount_cents bigint not null,
  reference text not null,
  status text not null check (status in ('in_transit', 'paid', 'failed')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
-- Its own books: what it holds for the platform. The sum must equal the platform's clearing account.
create table sandbox.journal (
  id bigint primary key generated always as identity,
  kind text not null,
  reference text not null,
  amount_cents bigint not null,
  created_at timestamptz not null default now()
);
create table sandbox.idempotency (
  key text primary key,
  request_hash text not null,
  response jsonb not null,
  created_at timestamptz not null default now()
);
create table sandbox.events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  attempts int not null default 0,
  next_attempt_at timestamptz default now()
);
create index sandbox_events_due on sandbox.events (next_attempt_at) where delivered_at is null;

-- Delivery ----------------------------------------------------------------------------------------------------------

create table uploads (
  -- The tus id: unguessable.
  id text primary key,
  owner_id uuid not null references users,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  key text not null unique,
  completed_at timestamptz,
  created_at timestamptz not null default now()
);
create index uploads_abandoned on uploads (created_at) where completed_at is null;

create table content_claims (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools,
  creator_id uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  note text not null default '',
  body text,
  links jsonb not null default '[]',
  reason text,
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index content_claims_one_open on content_claims (pool_id) where status = 'pending';
create index content_claims_pool on content_claims (pool_id, created_at desc);
create index content_claims_status on content_claims (status, created_at desc);

create table content_files (
  id uuid primary key default gen_random_uuid(),
  claim_id uuid not null references content_claims on delete cascade,
  upload_id text not null unique references uploads,
  position smallint not null,
  preview_key text
);
create index content_files_claim on content_files (claim_id, position);

create table objections (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools,
  fan_id uuid not null references users,
  reason text not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  answer text,
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index objections_one_open on objections (pool_id, fan_id) where status = 'open';
create index objections_status on objections (status, created_at desc);

-- Notices, audit, settings ------------------------------------------------------------------------------------------

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  href text,
  -- The same happening is told once, however often its job runs.
  dedupe_key text not null unique,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where read_at is null;

-- One row a mail, so that a repeated job sends nothing twice.
create table mails (
  message_id text primary key,
  recipient text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create table audit_log (
  id bigint primary key generated always as identity,
  actor_id uuid references users,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text not null default '',
  at timestamptz not null default clock_timestamp()
);
create index audit_log_at on audit_log (at desc);
create trigger audit_log_immutable before update or delete or truncate on audit_log execute function ledger_is_append_only();

-- Keys that the installation makes for itself once (the sandbox's webhook secret).
create table installation_secrets (name text primary key, value text not null, created_at timestamptz not null default now());
