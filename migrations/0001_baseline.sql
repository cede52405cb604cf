-- The tables of commit 73b05350. Every database begins with this file. The modules' functions, triggers and views are in `*.sql` files beside
-- their code (docs/architecture.md); only those that a table or an index needs are here.

create extension if not exists pg_trgm;
create schema sandbox;

-- A UUID of version 7, which begins with the time in milliseconds. PostgreSQL has `uuidv7` since version 18 only. A random id of version 4
-- gets the time in its first 48 bits, and the bits that turn its version from 0100 to 0111.
create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- Immutable, because the index needs it: the text form of a list of texts never changes.
create function takedown_locations(locations text[]) returns text language sql immutable parallel safe as $$
  select array_to_string(locations, ' ')
$$;

-- platform

-- One row for each email, so that a repeated job sends nothing twice.
create table mails (
  message_id text primary key,
  recipient text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

-- Keys that the installation makes for itself once (the sandbox's webhook secret).
create table installation_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- Addresses whose mail server permanently refused mail. Only mail about an account's security still goes there.
create table undeliverable_addresses (
  -- In lower case.
  address text primary key check (address = lower(address)),
  -- The answer of the mail server.
  diagnostic text not null,
  bounced_at timestamptz not null default clock_timestamp()
);

-- The complete backups that this database knows about, for `cli doctor`. A row is written after its file, so a backup does not contain its own.
create table backups (
  id uuid primary key,
  -- The time of the snapshot.
  taken_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  bytes bigint not null,
  sha256 text not null,
  encrypted boolean not null,
  -- Whether the file was read back from the disk with this checksum. False for a backup to standard output.
  verified boolean not null
);
create index backups_newest on backups (taken_at desc);

-- The results of `cli check`, of "Check the books" and of restores, for the health page.
create table invariant_checks (
  checked_at timestamptz primary key default clock_timestamp(),
  -- How many invariants were checked.
  invariants integer not null,
  -- The names of those that did not hold.
  broken text[] not null
);

-- media

create table images (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid,
  -- Object key of the re-encoded picture; unguessable, not derived from the id.
  key text not null unique,
  width int not null,
  height int not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  -- A withheld picture is served to admins only, and is kept while nothing uses it.
  withheld_at timestamptz
);
-- For the sum of all sizes on the admin's page about storage.
create index images_size on images (size_bytes);

create table uploads (
  -- The tus id: unguessable.
  id text primary key,
  owner_id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  key text not null unique,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  -- What an upload is meant for: its bytes count against the quota of that pool from the first moment. An upload that names no pool
  -- counts against its owner's quota only, until a delivery takes it.
  pool_id uuid,
  -- When bytes last began to arrive. An unfinished upload expires by this and not by the time of its file, so that one statement
  -- decides between a sweep and an upload that continues.
  touched_at timestamptz not null default now(),
  -- The uploader's browser measures audio and video files (decisions/0031): their length, the loudness of equal parts from 0 to 100, and a
  -- frame as a WebP that the server has encoded again. `described_at` makes that happen once, so a delivery's look cannot change later.
  duration_ms integer check (duration_ms > 0),
  peaks smallint[] check (cardinality(peaks) between 1 and 400),
  poster bytea check (octet_length(poster) <= 300000),
  described_at timestamptz
);
create index uploads_unfinished on uploads (touched_at) where completed_at is null;
-- For the sums of the quotas.
create index uploads_of_owner on uploads (owner_id) include (size_bytes, completed_at);
create index uploads_of_pool on uploads (pool_id) include (size_bytes) where pool_id is not null;

-- Which request writes to an upload. Unlogged: after a crash of PostgreSQL no request writes any more.
create unlogged table upload_locks (
  upload_id text primary key,
  token uuid not null,
  expires_at timestamptz not null,
  -- Another request waits for this lock.
  wanted boolean not null default false
);

-- accounts

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
  created_at timestamptz not null default now(),
  -- The person's own description on their profile.
  bio text not null default '',
  -- When the account was deleted. The row stays if money or other people's threads need it, and contains nothing about the person.
  deleted_at timestamptz,
  -- Only the person sees which pools they back.
  backs_private boolean not null default false,
  -- The person's texts and picture are for adults, because the creator profile that they own is. A trigger keeps this equal to the profiles,
  -- so that lists of people need no join.
  adult boolean not null default false,
  -- Suspensions with an end. A job lifts them (server/admin/lift-suspensions.ts).
  suspended_until timestamptz,
  constraint users_deleted_is_nobody check (deleted_at is null
    or (password_hash is null and avatar_url is null and bio = '' and email_verified_at is null and role = 'user')),
  constraint users_suspended_until check (suspended_until is null or suspended_at is not null)
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));
create index users_search_username on users using gin (username gin_trgm_ops);
create index users_search_name on users using gin (display_name gin_trgm_ops);
-- Finds the people who use a picture, by its address.
create index users_avatar on users (avatar_url) where avatar_url is not null;
-- Finds the person that "@Two Words" mentions.
create index users_display_name on users (lower(display_name)) where display_name is not null;
create index users_suspended on users (suspended_until, id) where suspended_at is not null;
-- The admin's list of people, in each order and with each rare filter.
create index users_search_email on users using gin (email gin_trgm_ops);
create index users_deleted on users (deleted_at desc) where deleted_at is not null;
create index users_newest on users (created_at desc, id desc)
  include (username, role, is_verified, email_verified_at, suspended_at, deleted_at);
create index users_verified on users (created_at desc, id desc)
  include (username, role, is_verified, email_verified_at, suspended_at, deleted_at) where is_verified;
create index users_email_unverified on users (created_at desc, id desc)
  include (username, role, is_verified, email_verified_at, suspended_at, deleted_at) where email_verified_at is null;
create index users_staff on users (role, created_at desc, id desc)
  include (username, is_verified, email_verified_at, suspended_at, deleted_at) where role <> 'user';

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
  kind text not null check (kind in ('verify', 'reset', 'change')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create unique index email_tokens_newest on email_tokens (user_id, kind);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create unique index identities_user_issuer on identities (user_id, issuer);

-- Earlier usernames: their links must not lead to another person. Their owner may take one again.
create table former_usernames (
  username text primary key check (username = lower(username)),
  user_id uuid not null references users on delete cascade,
  left_at timestamptz not null default now()
);
create index former_usernames_user on former_usernames (user_id, left_at desc);

-- audit

create table audit_log (
  seq bigint primary key,
  actor_id uuid references users,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text not null default '',
  at timestamptz not null default clock_timestamp(),
  status text not null default 'done' check (status in ('done', 'refused')),
  hash bytea not null
);
create index audit_log_at on audit_log (at desc);
create index audit_log_actor on audit_log (actor_id, seq desc);
create index audit_log_target on audit_log (target_kind, target_id, seq desc);
create index audit_log_action on audit_log (action, seq desc);
create index audit_log_refused on audit_log (seq desc) where status = 'refused';
create index audit_log_reason on audit_log using gin (reason gin_trgm_ops);

create table audit_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null default 0,
  hash bytea not null default ''
);

-- money

create table processor_customers (
  user_id uuid not null references users on delete cascade,
  processor text not null,
  customer_ref text not null,
  -- A processor's objects exist in one mode: those of a test key mean nothing to a live key, and the other way around. Null: an earlier
  -- version stored the row.
  live boolean,
  -- The customer that this one replaces, because the processor no longer has it. Requests for the replacement use other idempotency keys.
  replaces text,
  -- When the customer of a deleted account was deleted at the processor.
  forgotten_at timestamptz,
  primary key (user_id, processor)
);
create index processor_customers_live on processor_customers (processor) where live;

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
create index cards_expiry on cards (exp_year, exp_month) where removed_at is null;

-- Saving a card on the processor's hosted page.
create table card_setups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- What the set-up is for, as the caller names it ("pledge:ID"). This module knows nothing about pools.
  subject text not null,
  processor text not null,
  session_ref text,
  url text,
  status text not null default 'created' check (status in ('created', 'completed', 'failed')),
  card_id uuid references cards,
  failure_reason text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- The page that saves a card shows the amount of the pledge. A fan who changes the amount must not get the page with the earlier one.
  description text not null default ''
);
create index card_setups_subject on card_setups (subject, created_at desc);
create unique index card_setups_session on card_setups (processor, session_ref) where session_ref is not null;

-- One row for each attempt to charge, committed before the processor is called.
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
  status text not null default 'created' check (status in ('created', 'processing', 'succeeded', 'failed', 'stray')),
  decline_code text,
  decline_reason text,
  decline_kind text check (decline_kind in ('soft', 'hard', 'needs_action', 'abandoned')),
  cost_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- What the payment's money is reserved for: "refund:ID" or the cause of a release. One conditional update sets it, so it is never both.
  claimed_by text,
  -- A repeated request for this charge must have the same text, because the processor refuses its idempotency key otherwise.
  description text not null default '',
  -- Where the hosted page sends the fan. Stored, because every repetition of the request must be identical under its idempotency key.
  success_url text,
  cancel_url text,
  -- What a lost dispute took from the share, in cents, before it was released.
  lost_cents bigint not null default 0,
  -- The cents of refunds and lost disputes after the release. They are part of refunded_cents and lost_cents.
  returned_cents bigint not null default 0,
  -- The part that was refunded before the release and came back after it. The release did not include it, so it is held again.
  regained_cents bigint not null default 0,
  unique (subject, attempt),
  check (refunded_cents between 0 and amount_cents),
  constraint payments_lost check (lost_cents >= 0 and refunded_cents + lost_cents <= amount_cents),
  constraint payments_returned check (returned_cents >= 0 and returned_cents <= refunded_cents + lost_cents),
  constraint payments_regained check (
    regained_cents >= 0 and regained_cents <= amount_cents - refunded_cents - lost_cents)
);
-- A failed attempt makes room for the next one, so it must be over at the processor first: its page is known and closed, its charge is known and
-- failed, or the processor refused the request. "not valid": attempts that ended before this rule keep their rows.
alter table payments add constraint payments_over_at_processor
  check (status <> 'failed' or session_ref is not null or processor_ref is not null or decline_code = 'not_accepted') not valid;
create unique index payments_processor_ref on payments (processor, processor_ref) where processor_ref is not null;
create index payments_unsettled on payments (created_at) where status in ('created', 'processing');
create index payments_held on payments (held_account, status);
create index payments_claimed on payments (claimed_by) where claimed_by is not null;
create unique index payments_session on payments (processor, session_ref) where session_ref is not null;
create index payments_subject on payments (subject, attempt desc);
create index payments_user_declined on payments (user_id, settled_at) where status = 'failed';
create unique index payments_one_live on payments (subject) where status in ('created', 'processing', 'succeeded');
-- The admin's list of money movements: by amount, by the processor's reference, and by pool for payouts, whose subject names it ("release:POOL").
create index payments_amount on payments (amount_cents, created_at, id);
-- The admin's lists of money: charges, refunds, payouts and disputes in one list, by time and by person.
create index payments_newest on payments (created_at desc, id desc);
create index payments_user on payments (user_id, created_at desc);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  idempotency_key text not null unique,
  processor_ref text,
  status text not null default 'created' check (status in ('created', 'succeeded', 'failed', 'canceled', 'returned')),
  failure_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- A refund or payout that the processor refused may be tried again under the next key.
  attempt int not null default 1,
  -- An admin chose the amount of this refund, before or after the release. The pledge stays paid while something is left, and after a refusal
  -- the money stays where it is.
  by_admin boolean not null default false,
  -- The processor's refund whose money the bank returned to us. `processor_ref` names only the refund of the current attempt.
  returned_ref text,
  -- An admin can record that a refund that does not reach the card was paid in another way: how, in the admin's words. The processor has no
  -- refund of it, so no state of the processor may change it.
  outside_reason text,
  -- When a refund or a part of a payout was reopened for another attempt; null for the first one. An earlier version, running beside, does not
  -- set it, so that a row which it reopens counts its age from the first attempt.
  retried_at timestamptz,
  constraint refunds_returned_by_admin check (status <> 'returned' or by_admin),
  constraint refunds_settled_outside
    check (outside_reason is null or status = 'succeeded' and processor_ref is null)
);
create index refunds_unsettled on refunds (created_at) where status = 'created';
create index refunds_amount on refunds (amount_cents, created_at, id);
create index refunds_reference on refunds (processor_ref);
create index refunds_newest on refunds (created_at desc, id desc);
create index refunds_failed on refunds (created_at desc, id desc) where status = 'failed';
create index refunds_payment on refunds (payment_id);
-- One refund of everything that is left, and one refund at a time.
create unique index refunds_one_whole on refunds (payment_id) where status <> 'canceled' and not by_admin;
create unique index refunds_one_open on refunds (payment_id) where status in ('created', 'failed');
create index refunds_returned on refunds (returned_ref);
create index refunds_came_back on refunds (created_at desc, id desc) where status = 'returned';

create table payout_accounts (
  user_id uuid not null references users on delete cascade,
  processor text not null,
  account_ref text,
  created_at timestamptz not null default now(),
  -- A row without account_ref is an account that is being created under its idempotency key.
  status text not null default 'pending' check (status in ('ready', 'pending', 'restricted')),
  country text check (country ~ '^[A-Z]{2}$'),
  idempotency_key text unique,
  -- {"email", "displayName"} while the account is being created, because every repetition of the request must be identical.
  request jsonb,
  -- [{"code": text, "dueAt": ISO time or null}], in the processor's terms.
  requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  checked_at timestamptz,
  live boolean,
  -- The processor closed or rejected the account permanently, so the creator may set up another one. A creator has one row per processor, which
  -- is the account in use; the primary key keeps it single.
  closed_at timestamptz,
  primary key (user_id, processor),
  constraint payout_accounts_created_or_creating check (account_ref is not null or (status = 'pending' and idempotency_key is not null and request is not null))
);
create unique index payout_accounts_ref on payout_accounts (processor, account_ref) where account_ref is not null;
create index payout_accounts_checked on payout_accounts (processor, checked_at nulls first);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- What is being paid out ("pool:ID").
  subject text not null unique,
  amount_cents bigint not null constraint payouts_amount_cents_check check (amount_cents >= 0 and amount_cents + deducted_cents > 0),
  processor text not null,
  idempotency_key text not null unique,
  processor_ref text,
  status text not null default 'pending' check (status in ('waiting', 'pending', 'in_transit', 'paid', 'failed')),
  failure_reason text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  attempt int not null default 1,
  -- The release whose payments the parts pay out.
  release_cause text,
  -- What the creator owed and this payout deducted. The release paid amount_cents + deducted_cents.
  deducted_cents bigint not null default 0 check (deducted_cents >= 0)
);
create index payouts_user on payouts (user_id, created_at desc);
create index payouts_amount on payouts (amount_cents, created_at, id);
create index payouts_reference on payouts (processor_ref);
create index payouts_pool on payouts (split_part(subject, ':', 2));
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_failed on payouts (created_at desc, id desc) where status = 'failed';
create index payouts_unsettled on payouts (created_at) where status in ('pending', 'in_transit', 'waiting');

-- Double entry. A positive amount is a debit, a negative one a credit; every journal sums to exactly zero; nothing is ever changed.
create table ledger_journals (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('charge', 'charge_cost', 'refund', 'release', 'payout', 'payout_settled', 'payout_failed', 'payout_reversed', 'debt_deducted', 'dispute_opened', 'dispute_won', 'dispute_lost', 'correction')),
  -- What caused it, once: "payment:ID", "refund:ID", "release:POOL:N", "payout:ID".
  cause text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  -- The pledge that a journal belongs to ("pledge:ID"), so that one entry cannot be shown to two fans as theirs. Null for releases and payouts.
  subject text
);

create table ledger_entries (
  id bigint primary key generated always as identity,
  journal_id bigint not null references ledger_journals,
  account text not null check (account ~ '^(clearing|unmatched|platform_fees|processor_costs|disputed|payout_in_transit|bank|held:[0-9a-f-]{36}|creator_payable:[0-9a-f-]{36}|creator_debt:[0-9a-f-]{36})$'),
  amount_cents bigint not null check (amount_cents <> 0)
);
create index ledger_entries_journal on ledger_entries (journal_id);
create index ledger_entries_account on ledger_entries (account) include (journal_id, amount_cents);

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

create table sandbox.customers (
  id text primary key,
  created_at timestamptz not null default now()
);

create table sandbox.cards (
  id text primary key,
  customer_id text not null references sandbox.customers,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  -- How the card behaves; the number itself is never stored.
  behaviour text not null check (behaviour in ('pays', 'declined', 'insufficient_funds', 'needs_authentication', 'disputed')),
  created_at timestamptz not null default now(),
  detached_at timestamptz
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
  created_at timestamptz not null default now(),
  decline_code text,
  settled_at timestamptz
);
create index sandbox_sessions_reference on sandbox.sessions (reference);

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
-- The sandbox processor, too, charges a reference once.
create unique index sandbox_charges_one_success on sandbox.charges (reference) where status = 'succeeded';

create table sandbox.refunds (
  id text primary key,
  charge_id text not null references sandbox.charges,
  amount_cents bigint not null,
  created_at timestamptz not null default now(),
  reference text not null unique
);
create index sandbox_refunds_charge on sandbox.refunds (charge_id);

create table sandbox.payouts (
  id text primary key,
  account_id text not null,
  amount_cents bigint not null,
  reference text not null,
  status text not null check (status in ('in_transit', 'paid', 'failed')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint payouts_reference_once unique (reference)
);

-- Its own books: what it holds for the platform. The sum must equal the platform's clearing account.
create table sandbox.journal (
  id bigint primary key generated always as identity,
  kind text not null,
  reference text not null,
  amount_cents bigint not null,
  created_at timestamptz not null default now()
);
create index sandbox_journal_reference on sandbox.journal (reference);
create index sandbox_journal_at on sandbox.journal (created_at);

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

-- Balances of the accounts that must never be overdrawn; a trigger of the ledger keeps them. Concurrent postings to one account wait for its
-- row, and the check refuses the one that would overdraw it.
create table ledger_balances (
  account text primary key,
  balance_cents bigint not null default 0,
  constraint ledger_balances_not_overdrawn check (balance_cents >= 0)
);

-- A bank took a payment back, or inquires about one. The adapter of a processor with disputes writes these rows from its webhooks, in the
-- transaction that posts `dispute_opened`, `dispute_won` or `dispute_lost`. The sandbox has no banks, so it writes none.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  processor text not null,
  processor_ref text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The bank's reason as text for admins.
  reason text not null default '',
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  -- The end of the time for evidence; null if the processor names none.
  evidence_due_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  fee_cents bigint not null default 0,
  -- The number of journals of the fee: one for each change, so that each has a separate cause.
  fee_changes int not null default 0 check (fee_changes between 0 and 9),
  opened_at timestamptz not null default now(),
  looked_up_at timestamptz not null default now(),
  -- The evidence that an admin submits. The row is committed before the processor is called.
  evidence jsonb,
  evidence_attempt int not null default 0,
  evidence_by uuid references users,
  evidence_at timestamptz,
  evidence_sent_at timestamptz,
  -- Why the processor refused the last evidence.
  evidence_error text,
  unique (processor, processor_ref),
  check ((settled_at is not null) = (status in ('won', 'lost'))),
  constraint disputes_evidence check ((evidence_at is null) = (evidence is null) and (evidence_sent_at is null or evidence_at is not null))
);
create index disputes_payment on disputes (payment_id);
create index disputes_newest on disputes (created_at desc, id desc);
create index disputes_open on disputes (created_at desc, id desc) where status in ('needs_response', 'under_review');
create index disputes_status on disputes (status, created_at desc, id desc);
create index disputes_amount on disputes (amount_cents, created_at, id);
create index disputes_looked_up on disputes (looked_up_at) where status in ('needs_response', 'under_review');
create index disputes_unsent on disputes (evidence_at) where evidence_at is not null and evidence_sent_at is null;
create index disputes_payment_open on disputes (payment_id) where status in ('needs_response', 'under_review');
create index disputes_due on disputes (evidence_due_at, created_at desc, id) where status = 'needs_response';
create index disputes_open_due on disputes (evidence_due_at, created_at desc, id) where status in ('needs_response', 'under_review');
create index disputes_status_amount on disputes (status, amount_cents, created_at, id);

-- One transfer per charge, because the processor funds a transfer from the charge that it names.
create table payout_parts (
  id uuid primary key default gen_random_uuid(),
  payout_id uuid not null references payouts,
  -- Null if the payout belongs to no single charge.
  payment_id uuid references payments,
  amount_cents bigint not null check (amount_cents >= 0),
  reversed_cents bigint not null default 0 check (reversed_cents between 0 and amount_cents),
  attempt int not null default 1,
  -- Also our reference at the processor.
  idempotency_key text not null unique,
  processor_ref text,
  -- deducted: the creator's debt took all of it.
  status text not null default 'pending' check (status in ('pending', 'in_transit', 'paid', 'failed', 'deducted')),
  failure_reason text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- The account that a transfer goes to. It is stored before the transfer is sent, so that its idempotency key never names another account.
  account_ref text,
  retried_at timestamptz,
  check ((amount_cents = 0) = (status = 'deducted'))
);
create unique index payout_parts_payment on payout_parts (payment_id) where payment_id is not null;
create index payout_parts_payout on payout_parts (payout_id);
create index payout_parts_open on payout_parts (created_at) where status in ('pending', 'in_transit');

-- Reverses a paid transfer after its payment was refunded or lost in a dispute.
create table payout_reversals (
  id uuid primary key,
  part_id uuid not null references payout_parts,
  amount_cents bigint not null check (amount_cents > 0),
  -- Why, once ("dispute:ID").
  cause text not null unique,
  idempotency_key text not null unique,
  processor_ref text,
  -- refused: the creator's next payouts pay the debt.
  status text not null default 'created' check (status in ('created', 'succeeded', 'refused')),
  failure_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payout_reversals_part on payout_reversals (part_id);
create index payout_reversals_open on payout_reversals (created_at) where status = 'created';

create table fraud_warnings (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  processor text not null,
  processor_ref text not null,
  actionable boolean not null,
  -- Whether the setting refunded the payment because of it.
  refunded boolean not null default false,
  created_at timestamptz not null default now(),
  unique (processor, processor_ref)
);
create index fraud_warnings_payment on fraud_warnings (payment_id);
create index fraud_warnings_newest on fraud_warnings (created_at desc, id desc);

create table sandbox.disputes (
  id text primary key,
  charge_id text not null references sandbox.charges,
  amount_cents bigint not null,
  fee_cents bigint not null,
  reason text not null,
  status text not null default 'needs_response' check (status in ('needs_response', 'under_review', 'won', 'lost')),
  due_at timestamptz not null,
  evidence jsonb,
  created_at timestamptz not null default clock_timestamp()
);
create index sandbox_disputes_charge on sandbox.disputes (charge_id);

create table sandbox.fraud_warnings (
  id text primary key,
  charge_id text not null references sandbox.charges,
  created_at timestamptz not null default clock_timestamp()
);

-- The restores of this database.
create table restores (
  backup_id uuid not null,
  -- When the backup was made: the restore asks the processor about everything since.
  taken_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  primary key (backup_id, finished_at)
);

-- Movements at the processor whose reference is in no row, because the row was written after the backup. Each is booked between `clearing`
-- and `unmatched`, until the row is written again (matched) or an admin returns the money (refunded).
create table unmatched_movements (
  processor text not null,
  reference text not null,
  -- Positive: our balance at the processor grew.
  amount_cents bigint not null check (amount_cents <> 0),
  found_at timestamptz not null default clock_timestamp(),
  matched_at timestamptz,
  refunded_at timestamptz,
  primary key (processor, reference),
  check (matched_at is null or refunded_at is null)
);
create index unmatched_movements_open on unmatched_movements (found_at) where matched_at is null;

-- The account at each card processor that this database's cards and money belong to.
create table processor_accounts (
  processor text not null,
  live boolean not null,
  account_ref text not null,
  bound_at timestamptz not null default clock_timestamp(),
  primary key (processor, live)
);

-- Disputes that the ledger does not contain. An inquiry has taken no money. A dispute in another currency has, but not this amount of US
-- cents; it freezes its payment until an admin has settled it with the processor.
create table unbooked_disputes (
  -- The same id as in `disputes`, so that an inquiry that becomes a dispute keeps its page.
  id uuid primary key,
  payment_id uuid not null references payments,
  processor text not null,
  processor_ref text not null,
  kind text not null check (kind in ('inquiry', 'other_currency')),
  -- In the smallest unit of the currency.
  amount bigint not null,
  -- Its ISO code in lower case.
  currency text not null,
  reason text not null default '',
  -- escalated: the inquiry became a dispute in US dollars, which is a row of `disputes`.
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'escalated')),
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  looked_up_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (processor, processor_ref),
  check ((settled_at is not null) = (status in ('won', 'lost', 'escalated')))
);
create index unbooked_disputes_payment on unbooked_disputes (payment_id);
create index unbooked_disputes_newest on unbooked_disputes (created_at desc, id desc);
create index unbooked_disputes_looked_up on unbooked_disputes (looked_up_at) where status in ('needs_response', 'under_review');

-- Accounts that another one replaced.
create table former_payout_accounts (
  user_id uuid not null references users on delete cascade,
  processor text not null,
  account_ref text not null,
  country text,
  live boolean,
  created_at timestamptz not null,
  closed_at timestamptz not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (processor, account_ref)
);
create index former_payout_accounts_user on former_payout_accounts (user_id);

-- creators

create table categories (
  id smallint primary key generated always as identity,
  name text not null unique,
  icon text not null,
  adult boolean not null default false
);

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
  -- Counts of listed pools that name the profile: all, active, and both without adult pools, for visitors who have not passed the age gate.
  pool_count int not null default 0 check (pool_count >= 0),
  active_pool_count int not null default 0 check (active_pool_count >= 0),
  safe_pool_count int not null default 0 check (safe_pool_count >= 0),
  safe_active_pool_count int not null default 0 check (safe_active_pool_count >= 0),
  -- The wide picture at the top of a creator's page, and its description for people who do not see it. A takedown clears the picture and
  -- keeps the description, because a restoration puts the picture back.
  cover_url text,
  cover_alt text not null default '' check (length(cover_alt) <= 200),
  check (status = 'unclaimed' or owner_id is not null)
);
create unique index creator_profiles_username on creator_profiles (lower(username));
-- The list of creators: those with the most pools first.
create index creator_profiles_popular on creator_profiles (pool_count desc, follower_count desc, username);
create index creator_profiles_popular_safe on creator_profiles (safe_pool_count desc, follower_count desc, username);
create index creator_profiles_search on creator_profiles using gin ((username || ' ' || display_name || ' ' || full_name) gin_trgm_ops);
create index creator_profiles_avatar on creator_profiles (avatar_url) where avatar_url is not null;
create index creator_profiles_cover on creator_profiles (cover_url) where cover_url is not null;

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
create index creator_applications_status on creator_applications (status, created_at desc, id desc);
create index creator_applications_newest on creator_applications (created_at desc, id desc);
create index creator_applications_search on creator_applications using gin (full_name gin_trgm_ops, username gin_trgm_ops);

create table creator_follows (
  user_id uuid not null references users on delete cascade,
  profile_id uuid not null references creator_profiles on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, profile_id)
);
create index creator_follows_profile on creator_follows (profile_id);
create index creator_follows_newest on creator_follows (user_id, created_at desc, profile_id);

-- A person claims a profile that fans have added; an admin decides. The claim keeps the profile's name when the profile is deleted.
create table creator_claims (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid references creator_profiles on delete set null,
  creator_username text not null,
  creator_name text not null,
  user_id uuid not null references users on delete cascade,
  message text not null,
  proof_url text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  -- Null while pending, and if the claim was closed because the profile was deleted.
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'pending' or profile_id is not null)
);
create unique index creator_claims_one_open on creator_claims (profile_id, user_id) where status = 'pending';
create index creator_claims_user on creator_claims (user_id, created_at desc);
create index creator_claims_status on creator_claims (status, created_at desc, id desc);
create index creator_claims_newest on creator_claims (created_at desc, id desc);
create index creator_claims_search on creator_claims using gin (creator_username gin_trgm_ops, creator_name gin_trgm_ops);

-- Creators who asked to be removed: only what is needed to refuse them when they are added again.
create table creator_removals (
  id uuid primary key default gen_random_uuid(),
  -- In lower case.
  username text not null unique,
  -- Their name without case, accents and signs.
  name_key text not null,
  removed_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index creator_removals_name on creator_removals (name_key);

-- What a creator takes requests for. New pools for the creator must follow it. A profile without a row takes every request.
create table creator_request_terms (
  profile_id uuid primary key references creator_profiles (id) on delete cascade,
  -- Empty: all categories.
  category_ids smallint[] not null default '{}',
  minimum_goal_cents bigint check (minimum_goal_cents between 1000 and 10000000),
  declines_below_minimum boolean not null default false check (not declines_below_minimum or minimum_goal_cents is not null),
  declines text not null default '' check (char_length(declines) <= 500),
  away boolean not null default false,
  -- Null: until the creator says otherwise.
  away_until timestamptz check (away or away_until is null),
  updated_at timestamptz not null default clock_timestamp(),
  -- The languages that a creator works in, as BCP 47 codes (contract/values/languages.ts); empty if they have not said.
  languages text[] not null default '{}'
    check (cardinality(languages) <= 50 and array_position(languages, null) is null)
);

-- Claims of profiles by a code that the creator places on a linked page. The code is derived from the id and a secret of the
-- installation, so no row holds it.
create table creator_claim_codes (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references creator_profiles on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The profile's links when the person requested the code. Links that were added later prove nothing.
  pages text[] not null check (cardinality(pages) between 1 and 10),
  checks integer not null default 0 check (checks >= 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (profile_id, user_id)
);
create index creator_claim_codes_user on creator_claim_codes (user_id);

-- pools

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
  -- When the freeze began: the end of the freeze moves the pool's clocks by its length.
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
  -- The terms of the contract card, as the creator accepted them.
  floor_cents bigint,
  delivery_days int,
  at_current_amount boolean not null default false,
  allow_late_pledges boolean not null default false,
  terms jsonb,
  -- Clocks. clock_at is the earliest time at which something happens automatically; null if nothing does.
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
  updated_at timestamptz not null default now(),
  heat double precision not null default 0
) with (fillfactor = 85);
create index pools_owner on pools (owner_id, created_at desc);
create index pools_profile on pools (creator_profile_id, created_at desc);
create index pools_assigned on pools (assigned_creator_id, status);
create index pools_title_slug on pools (title_slug);
create index pools_clock on pools (clock_at) where clock_at is not null and not frozen;
create index pools_created on pools (created_at desc, id);
-- No index holds the pledged sum: every pledge would have to update it, and with it all other indexes of the row.
create index pools_by_title on pools (lower(title), id);
create index pools_by_clock on pools (clock_at, id);
create index pools_by_latest_clock on pools (clock_at desc nulls last, id desc);
create index pools_frozen on pools (created_at desc, id) where frozen;
create index pools_title_search on pools using gin (title gin_trgm_ops);
-- The pools between collecting and releasing their money. A pledge does not write it, because it does not change the status.
create index pools_holding on pools (id) where status in ('collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered');
create index pools_admin on pools (status, created_at desc, id);

create table pool_images (
  pool_id uuid not null references pools on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  is_primary boolean not null default false,
  primary key (pool_id, image_id)
);
create index pool_images_image on pool_images (image_id);

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

-- A verified creator claims a pool that names no creator; an admin decides.
create table pool_claims (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools on delete cascade,
  user_id uuid not null references users on delete cascade,
  message text not null,
  proof_url text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  -- Null while pending, and if the claim was closed because the pool had ended.
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'pending') = (decided_at is null))
);
create unique index pool_claims_one_open on pool_claims (pool_id, user_id) where status = 'pending';
-- The person of the approved claim is the pool's creator: there is one.
create unique index pool_claims_one_approved on pool_claims (pool_id) where status = 'approved';
create index pool_claims_user on pool_claims (user_id, created_at desc);
create index pool_claims_status on pool_claims (status, created_at desc, id desc);
create index pool_claims_newest on pool_claims (created_at desc, id desc);
create index pool_claims_pool on pool_claims (pool_id);

-- delivery

-- The people who may read the delivery: they paid and were not refunded. Granted and revoked in the transaction that settles the money.
create table content_access (
  pool_id uuid not null references pools on delete cascade,
  user_id uuid not null references users on delete cascade,
  pledge_id uuid not null,
  granted_at timestamptz not null default now(),
  primary key (pool_id, user_id)
);
create index content_access_user on content_access (user_id);

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
  created_at timestamptz not null default now(),
  -- Contributors cannot read a withheld delivery. It also holds the payout, as an open objection does.
  withheld_at timestamptz
);
create unique index content_claims_one_open on content_claims (pool_id) where status = 'pending';
create index content_claims_pool on content_claims (pool_id, created_at desc);
create index content_claims_withheld on content_claims (pool_id) where withheld_at is not null;
create index content_claims_status on content_claims (status, created_at desc, id desc);
create index content_claims_newest on content_claims (created_at desc, id desc);
create index content_claims_creator on content_claims (creator_id);

create table content_files (
  id uuid primary key default gen_random_uuid(),
  claim_id uuid not null references content_claims on delete cascade,
  upload_id text not null unique references uploads,
  position smallint not null,
  preview_key text,
  -- Delivered files that their creator shows to everyone, in the gallery of the creator page. Null: only the people of the pool read the file.
  public_at timestamptz
);
create index content_files_claim on content_files (claim_id, position);
create index content_files_public on content_files (claim_id) where public_at is not null;
-- For the nightly sweep, which deletes the files of previews that no row names.
create index content_files_preview on content_files (preview_key) where preview_key is not null;

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
create index objections_fan on objections (fan_id, created_at desc);
create index objections_pool on objections (pool_id, created_at desc);
create index objections_status on objections (status, created_at desc, id desc);
create index objections_newest on objections (created_at desc, id desc);
create index objections_search on objections using gin (reason gin_trgm_ops);

-- When a fan opened a delivery and each of its files first and last, and how often: evidence against a dispute.
create table content_reads (
  user_id uuid not null references users on delete cascade,
  claim_id uuid not null references content_claims on delete cascade,
  -- Null for the delivery itself, with its text and links.
  file_id uuid references content_files on delete cascade,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  reads int not null default 1,
  unique nulls not distinct (user_id, claim_id, file_id)
);

-- pledges

create table pledges (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools,
  fan_id uuid not null references users,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid', 'withdrawn', 'released', 'dropped',
      'refund_pending', 'refunded', 'disputed', 'dispute_lost')),
  request_key text not null,
  -- The first amount under this request key: a request with the same key and other terms is refused.
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
  -- Until when a pledge may wait for its card; set again each time the fan starts again.
  setup_due_at timestamptz,
  -- The kind of the last decline decides which way to pay the payment page offers first.
  decline_kind text check (decline_kind in ('soft', 'hard', 'needs_action')),
  -- The refunded cents of the pledge's payment.
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- Set for the pledge that met its pool's goal, and its fan is notified.
  met_goal_at timestamptz,
  -- Whether a part of the refunded amount reached the fan in another way than on the card.
  refunded_outside boolean not null default false,
  unique (fan_id, request_key)
);
create unique index pledges_one_live on pledges (pool_id, fan_id)
  where status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid');
create index pledges_pool on pledges (pool_id, status);
create index pledges_fan on pledges (fan_id, created_at desc);
-- Pledges that a job changes next. A sweep each minute starts lost jobs again.
create index pledges_moving on pledges (status, id) where status in ('charging', 'refund_pending');
-- A pledge enters this index when it is paid and leaves it when it is refunded, so pledging does not write it.
create index pledges_held on pledges (fan_id, status, pool_id) include (amount_cents) where status in ('paid', 'refund_pending');
-- Pledges with a due payment: their last attempt failed.
create index pledges_notified on pledges (id) where status = 'notified';

-- A fan who pledges again before the card was saved continues the same pledge under a new request key. Each key keeps its terms,
-- so that a late repeat of either request still answers with this pledge and changes nothing.
create table pledge_restarts (
  fan_id uuid not null references users,
  request_key text not null,
  pledge_id uuid not null references pledges on delete cascade,
  request_cents bigint not null,
  created_at timestamptz not null default now(),
  primary key (fan_id, request_key)
);
create index pledge_restarts_pledge on pledge_restarts (pledge_id);

-- The notices that a card expires before a pool can be collected: one for each card and pool.
create table card_expiry_notices (
  card_id uuid not null references cards (id) on delete cascade,
  pool_id uuid not null references pools (id) on delete cascade,
  noticed_at timestamptz not null default clock_timestamp(),
  primary key (card_id, pool_id)
);
create index card_expiry_notices_pool on card_expiry_notices (pool_id);

-- transparency

-- Journals that no position of the chain has yet. A trigger fills it, so that no writer can forget it, and a row becomes visible when
-- its journal commits. Writers never wait for each other here.
create table ledger_unchained (
  journal_id bigint primary key
);

create table ledger_chain (
  -- Starts at 0 and has no gaps: the index of the leaf in the Merkle tree.
  position bigint primary key check (position >= 0),
  journal_id bigint not null unique references ledger_journals,
  -- Random, so that the hash reveals nothing about the journal to a reader who can guess its content.
  salt bytea not null check (octet_length(salt) = 32),
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  chain_hash bytea not null check (octet_length(chain_hash) = 32)
);

-- The chained entries of each day (UTC) by kind and class of account ("held" for all "held:POOL"), so that statements and charts do not
-- read the whole ledger.
create table ledger_days (
  day date not null,
  kind text not null,
  account text not null,
  amount_cents bigint not null,
  primary key (day, kind, account)
);

-- Roots of complete subtrees with 256, 65,536, … leaves (levels 8, 16, …), so that a root or a proof does not read every leaf.
create table ledger_subtrees (
  level smallint not null check (level > 0 and level % 8 = 0),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, position)
);

create table ledger_roots (
  id bigint primary key generated always as identity,
  -- The number of journals under this root: positions 0 to size - 1 of the chain.
  size bigint not null check (size > 0),
  root_hash bytea not null check (octet_length(root_hash) = 32),
  -- The signed text, with the totals (contract/checkpoint.ts).
  note text not null,
  published_at timestamptz not null
);

-- The changes of the key that signs the roots (docs/transparency.md, decisions/0046). Needed as long as roots of older keys exist.
create table ledger_key_changes (
  -- 1 for the first change.
  number integer primary key check (number > 0),
  -- The text that the old and the new key signed (contract/key-change.ts).
  note text not null,
  changed_at timestamptz not null
);

-- updates

-- News about a pool from its creator and its owner.
create table pool_updates (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools on delete cascade,
  author_id uuid not null references users,
  -- Never changes: a picture that was public stays in caches.
  audience text not null check (audience in ('everyone', 'contributors')),
  -- Empty once deleted.
  content text not null check (char_length(content) <= 10000 and (content <> '') = (deleted_at is null)),
  request_key text not null,
  like_count int not null default 0 check (like_count >= 0),
  -- Comments and replies that are not deleted.
  comment_count int not null default 0 check (comment_count >= 0),
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null,
  unique (author_id, request_key),
  -- For the foreign key of comments.
  unique (id, pool_id)
);
create index pool_updates_pool on pool_updates (pool_id, created_at desc, id desc);
create index pool_updates_author on pool_updates (author_id, created_at);

create table pool_update_images (
  update_id uuid not null references pool_updates on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  primary key (update_id, image_id)
);
create index pool_update_images_image on pool_update_images (image_id);

-- comments

create table pool_likes (
  user_id uuid not null references users on delete cascade,
  pool_id uuid not null references pools on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, pool_id)
);
create index pool_likes_pool on pool_likes (pool_id);
-- A person's favourites, newest first.
create index pool_likes_favorites on pool_likes (user_id, created_at desc, pool_id);

create table comments (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools on delete cascade,
  author_id uuid not null references users,
  -- The first comment of the thread. Replies have no replies, so a thread has one level.
  parent_id uuid references comments on delete cascade,
  -- Empty once deleted. The row may stay in the thread.
  content text not null check (char_length(content) <= 2000 and (content <> '') = (deleted_at is null)),
  -- The number of replies that are not deleted.
  reply_count int not null default 0 check (reply_count >= 0),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null,
  -- A comment is about its pool, or about one of the pool's updates.
  update_id uuid,
  like_count int not null default 0 check (like_count >= 0),
  constraint comments_of_update
    foreign key (update_id, pool_id) references pool_updates (id, pool_id) on delete cascade
);
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null and deleted_at is null;
create index comments_author on comments (author_id, created_at desc);
create index comments_threads on comments (pool_id, created_at desc, id desc)
  where update_id is null and parent_id is null and (deleted_at is null or reply_count > 0);
create index comments_update_threads on comments (update_id, created_at desc, id desc)
  where update_id is not null and parent_id is null and (deleted_at is null or reply_count > 0);
create index comments_threads_top on comments (pool_id, like_count desc, created_at desc, id desc)
  where update_id is null and parent_id is null and (deleted_at is null or reply_count > 0);

create table update_likes (
  user_id uuid not null references users on delete cascade,
  update_id uuid not null references pool_updates on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, update_id)
);
create index update_likes_update on update_likes (update_id);

-- Likes of comments, counted once per person.
create table comment_likes (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (comment_id, user_id)
);
-- The likes of a person, for their export and for the deletion of their account.
create index comment_likes_person on comment_likes (user_id, comment_id);

-- Pools that people saved for later. Only they see what they saved, so that it is not counted anywhere.
create table pool_saves (
  user_id uuid not null references users on delete cascade,
  pool_id uuid not null references pools on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- When the person was reminded that the pool closes soon. Set at most once.
  reminded_at timestamptz,
  primary key (user_id, pool_id)
);
create index pool_saves_pool on pool_saves (pool_id);
-- A person's saved pools, newest first.
create index pool_saves_newest on pool_saves (user_id, created_at desc, pool_id);

-- people

-- The two people exchange no direct messages and do not see each other's texts.
create table user_blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_blocked on user_blocks (blocked_id);

-- Categories that people want to see first on their home page. Only they see what they chose.
create table user_interests (
  user_id uuid not null references users on delete cascade,
  category_id smallint not null references categories,
  -- In the order in which the person chose them.
  position smallint not null check (position between 1 and 3),
  primary key (user_id, category_id),
  unique (user_id, position)
);

-- New people who have neither answered nor skipped the card that asks for interests and a picture.
create table welcome_cards (
  user_id uuid primary key references users on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);

-- creator-dashboard

-- Messages of creators to everyone who backs one of their pools.
create table creator_messages (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools (id) on delete cascade,
  creator_id uuid not null references users (id),
  body text not null check (char_length(body) between 1 and 1000),
  request_key text not null,
  recipient_count int not null check (recipient_count > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (creator_id, request_key)
);
create index creator_messages_pool on creator_messages (pool_id, created_at desc);

-- Who backed the pool when the message was sent. Only they can read it.
create table creator_message_recipients (
  message_id uuid not null references creator_messages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (message_id, user_id)
);
create index creator_message_recipients_user on creator_message_recipients (user_id);

-- Thank-yous of fans to the creator of a delivery, one per fan and pool. A removed text is emptied and its row stays, so that the fan cannot
-- write another one.
create table thanks (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools (id),
  fan_id uuid not null references users (id),
  body text not null check (char_length(body) <= 280),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz,
  constraint thanks_one_per_fan unique (pool_id, fan_id),
  check ((removed_at is null) = (body <> ''))
);
create index thanks_newest on thanks (pool_id, created_at desc, id);
create index thanks_of_fan on thanks (fan_id);

-- discovery

-- The feed's read model: one row for the whole feed (category 0) and one per category, kept by a trigger, so that a page of
-- nine takes the same time with a thousand pools as with a million; feed_counts has the counts.
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

-- All words in use: when a search finds nothing, similar words are tried. Words with digits are names of things, so they are not corrected.
create table search_vocabulary (
  word text primary key,
  stem text not null
);
create index search_vocabulary_stem on search_vocabulary (stem);
-- For words that begin with a text, in any collation of the database.
create index search_vocabulary_begun on search_vocabulary (word text_pattern_ops);
create index search_vocabulary_similar on search_vocabulary using gin (word gin_trgm_ops) where word !~ '[0-9]';

-- One row for each listed pool. `words` has every word of the pool, its signs, and the filters of a search: /adult, /top, and /c with the number
-- of each category. No word begins with a slash.
create table pool_search (
  pool_id uuid primary key references pools on delete cascade,
  title text not null,
  title_words tsvector not null,
  -- The words of the title, and of the names of the pool's creator and owner.
  lead_words tsvector not null,
  words tsvector not null
);
create index pool_search_words on pool_search using gin (words) with (fastupdate = off);

-- The sort keys of the feed: one row for the whole feed (category 0) and one per category, as in pool_feed. A separate table, because it
-- changes with each pledge and pool_feed does not.
create table pool_ranks (
  category_id smallint not null,
  pool_id uuid not null references pools on delete cascade,
  adult boolean not null,
  highlighted boolean not null,
  created_at timestamptz not null,
  heat double precision not null,
  funded_cents bigint not null,
  nearness int not null,
  ends_at timestamptz not null,
  primary key (pool_id, category_id)
);
create index pool_ranks_heat on pool_ranks (category_id, heat desc, pool_id desc) include (adult, highlighted);
create index pool_ranks_funded on pool_ranks (category_id, funded_cents desc, created_at desc, pool_id desc)
  include (adult, highlighted);
create index pool_ranks_nearness on pool_ranks (category_id, nearness desc, created_at desc, pool_id desc)
  include (adult, highlighted);
create index pool_ranks_ends on pool_ranks (category_id, ends_at, created_at desc, pool_id desc) include (adult, highlighted);

-- chat

-- One room for everyone, one for each category, one for each pool, and one for any two people who write to each other.
create table chat_rooms (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('global', 'category', 'pool', 'direct')),
  category_id smallint unique references categories on delete cascade,
  pool_id uuid unique references pools on delete cascade,
  -- The two people of a direct conversation, in the order of their ids: any two have one.
  first_id uuid references users,
  second_id uuid references users,
  -- The last number that the room gave out: each message, edit and deletion takes the next. The transaction that takes one holds the room's row
  -- until it commits, so that a reader who has seen a number never finds a smaller one later.
  last_seq bigint not null default 0,
  -- The time between two messages of the same person; 0 is off.
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

-- The members of a room: both people of a direct conversation; in other rooms, the people who have written there or follow it.
create table chat_members (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Whether the room is in their list of conversations.
  listed boolean not null default false,
  -- The number of the last message that they have read.
  read_seq bigint not null default 0,
  wrote_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, user_id)
);
create index chat_members_user on chat_members (user_id);

create table messages (
  id uuid primary key default time_ordered_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  seq bigint not null,
  -- Null for a system message; then `event` names what happened to the pool.
  sender_id uuid references users,
  event text check (event in ('goal_met', 'accepted', 'delivered')),
  parent_id uuid references messages on delete cascade,
  depth int not null default 1 check (depth >= 1 and (depth = 1) = (parent_id is null)),
  -- Empty once deleted.
  content text not null check (char_length(content) <= 2000 and (content <> '') = (deleted_at is null)),
  -- The people that it mentions, and where: [{userId, username, start, length}].
  mentions jsonb not null default '[]',
  -- The number of direct replies that are not deleted.
  reply_count int not null default 0 check (reply_count >= 0),
  -- From the sender's client: a message that is sent again with it is stored once.
  nonce text,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null,
  -- The number that the room gave to the deletion, so that a catch-up returns it.
  deleted_seq bigint,
  -- A message that stays for its replies loses its text when its sender deletes the account. `changed_seq` is the number that the room gave to this
  -- change, so that a catch-up can return the message again, as it returns deletions.
  changed_seq bigint,
  check ((sender_id is null) = (event is not null)),
  check ((deleted_at is null) = (deleted_seq is null))
);
create unique index messages_room on messages (room_id, seq);
create index messages_deleted on messages (room_id, deleted_seq) where deleted_seq is not null;
create index messages_replies on messages (parent_id, seq) where parent_id is not null and deleted_at is null;
create unique index messages_nonce on messages (sender_id, nonce) where nonce is not null;
create unique index messages_event on messages (room_id, nonce) where sender_id is null;
create index messages_sender on messages (sender_id, created_at);
-- Finds the messages that mention a person who deletes their account.
create index messages_mentions on messages using gin (mentions jsonb_path_ops) where mentions <> '[]';
-- A catch-up reads the changed messages of a room by this index.
create index messages_changed on messages (room_id, changed_seq) where changed_seq is not null;

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

-- push

-- Web Push: the browsers that want notifications while no page is open.
create table push_subscriptions (
  -- The session of the browser. The subscription ends with the session, and with the account.
  session_id uuid primary key references sessions on delete cascade,
  -- The address at its push service; each browser has a separate one.
  endpoint text not null unique check (char_length(endpoint) <= 2000),
  -- The browser's public key and its secret, as bytes (RFC 8291).
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null default clock_timestamp(),
  -- When the push service last accepted a notification for it.
  reached_at timestamptz
);

-- notifications

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  href text,
  -- One event makes one notice, however often its job runs.
  dedupe_key text not null unique,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  -- Sent by email only: the row prevents a second email and is not listed.
  hidden boolean not null default false,
  -- The notice waits for its person's next digest.
  awaits_digest boolean not null default false
);
create index notifications_user on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where read_at is null;
-- For deleting the notices about a message.
create index notifications_message on notifications (split_part(dedupe_key, ':', 2)) where kind in ('chat_mention', 'chat_reply');
create index notifications_digest on notifications (user_id, created_at desc) where awaits_digest;
-- For deleting the notices about an update.
create index notifications_update on notifications (split_part(dedupe_key, ':', 2)) where kind = 'update_posted';
-- The removal of a pool takes the links off its notices. The third segment of /pool/<id> or the fourth of /tip-pool/<username>/<slug>
-- names the pool. Without an index, each removal would read every notice.
create index notifications_pool on notifications (
  split_part(split_part(split_part(href, '#', 1), '?', 1), '/', case when href like '/tip-pool/%' then 4 else 3 end));

-- The notices that a person does not want, by topic and way. Without a row they get every notice in every way.
create table notification_choices (
  user_id uuid not null references users on delete cascade,
  topic text not null,
  in_app boolean not null,
  email boolean not null,
  -- On devices with a subscription; without a row, yes.
  push boolean not null default true,
  -- The topic's email waits for a digest. Null: each notice is sent at once. Applies only while `email` is true.
  digest text check (digest in ('daily', 'weekly')),
  primary key (user_id, topic)
);

-- The time zone in which a person gets digests; without a row, UTC.
create table notification_zones (
  user_id uuid primary key references users on delete cascade,
  time_zone text not null
);

-- The next digest of each person who has a notice waiting for it.
create table mail_digests (
  user_id uuid not null references users on delete cascade,
  cadence text not null check (cadence in ('daily', 'weekly')),
  due_at timestamptz not null,
  primary key (user_id, cadence)
);
create index mail_digests_due on mail_digests (due_at);

-- moderation

create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('pool', 'update', 'comment', 'message', 'profile', 'content', 'thanks', 'appeal')),
  -- A pool, comment, chat message, creator profile, person or delivery. Without a foreign key, because the row outlives it.
  target_id uuid not null,
  reporter_id uuid not null references users on delete cascade,
  -- Its pool and its author, if it has them.
  pool_id uuid references pools on delete cascade,
  subject_id uuid references users on delete set null,
  -- Its text when it was reported.
  excerpt text not null default '',
  reason text not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  answer text,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'open') = (decided_at is null))
);
create unique index reports_one_open on reports (reporter_id, kind, target_id) where status = 'open';
create index reports_target on reports (kind, target_id) where status = 'open';
create index reports_subject on reports (subject_id, created_at desc) where subject_id is not null;
create index reports_reporter on reports (reporter_id, created_at desc);
-- The history of one pool.
create index reports_pool on reports (pool_id, created_at desc) where pool_id is not null;
create index reports_status on reports (status, created_at desc, id desc);
create index reports_newest on reports (created_at desc, id desc);
create index reports_profile on reports (target_id) where kind = 'profile';
create index reports_search on reports using gin (reason gin_trgm_ops, excerpt gin_trgm_ops);

-- legal

-- Takedown notices under 17 U.S.C. 512(c), the material that they disable, and counter-notices.
create table takedown_notices (
  id uuid primary key default gen_random_uuid(),
  -- The complainant, who may have no account.
  name text not null,
  email text not null,
  address text not null,
  phone text not null,
  -- The copyright owner, if the complainant acts for one.
  owner_name text,
  work text not null,
  -- Addresses of the material, as the complainant gave them.
  locations text[] not null check (cardinality(locations) > 0),
  signature text not null,
  user_id uuid references users on delete set null,
  status text not null default 'open' check (status in ('open', 'acted', 'rejected')),
  reason text check (status <> 'rejected' or reason is not null),
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'open') = (decided_at is null))
);
create index takedown_notices_status on takedown_notices (status, created_at desc, id desc);
create index takedown_notices_newest on takedown_notices (created_at desc, id desc);
create index takedown_notices_search on takedown_notices
  using gin (name gin_trgm_ops, email gin_trgm_ops, work gin_trgm_ops, owner_name gin_trgm_ops, takedown_locations(locations) gin_trgm_ops);

create table takedown_materials (
  id uuid primary key default gen_random_uuid(),
  notice_id uuid not null references takedown_notices,
  kind text not null check (kind in ('pool', 'comment', 'delivery', 'picture')),
  -- A pool, a comment or a delivery. Without a foreign key, because the row outlives it.
  target_id uuid not null,
  pool_id uuid references pools,
  -- The person who posted the material.
  subject_id uuid not null references users,
  -- What the subject reads: the title or the beginning of the text.
  label text not null,
  -- What a restoration puts back, by kind.
  kept jsonb not null,
  -- Disabling the material froze the pool, so restoring it unfreezes the pool.
  froze_pool boolean not null,
  status text not null default 'disabled' check (status in ('disabled', 'countered', 'restored', 'kept_down')),
  -- While disabled: the end of the time to answer. While countered: when the material is restored.
  due_at timestamptz,
  disabled_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  -- Why it was restored or stays down.
  outcome text check (outcome in ('unanswered', 'action_filed', 'admin', 'clock')),
  reason text,
  check ((status in ('disabled', 'countered')) = (due_at is not null)),
  check ((status in ('restored', 'kept_down')) = (settled_at is not null)),
  check ((settled_at is not null) = (outcome is not null)),
  constraint takedown_materials_pool_check check ((kind = 'picture') = (pool_id is null))
);
-- A second notice about disabled material has nothing to disable, and would keep the replacement instead of the original.
create unique index takedown_materials_disabled on takedown_materials (kind, target_id) where status <> 'restored';
create index takedown_materials_notice on takedown_materials (notice_id);
create index takedown_materials_subject on takedown_materials (subject_id, disabled_at desc);
create index takedown_materials_due on takedown_materials (due_at) where due_at is not null;
create index takedown_materials_pool on takedown_materials (pool_id);

create table counter_notices (
  id uuid primary key default gen_random_uuid(),
  material_id uuid not null unique references takedown_materials,
  name text not null,
  email text not null,
  address text not null,
  phone text not null,
  explanation text not null default '',
  signature text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Records of performers under 18 U.S.C. 2257. Names, dates and documents are encrypted with RECORDS_KEY, the scans are files in their own
-- folder. Rows outlive the creator's account until the end of the retention period.
create table performers (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references users,
  -- AES-256-GCM: key id, nonce, tag and ciphertext of the name, aliases, date of birth and kind of document.
  sealed bytea not null,
  scan_key text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  keep_until timestamptz not null
);
create index performers_creator on performers (creator_id, created_at desc);
create index performers_keep on performers (keep_until);

-- What a creator states about one production. The latest row of a pool counts; earlier ones stay as the history.
create table productions (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools,
  creator_id uuid not null references users,
  -- Encrypted: the date of production.
  sealed bytea not null,
  -- The creator states that no real person is shown.
  shows_no_one boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  keep_until timestamptz not null
);
create index productions_pool on productions (pool_id, created_at desc);
create index productions_keep on productions (keep_until);
create index productions_newest on productions (created_at desc, id desc);
create index productions_creator on productions (creator_id);

create table production_performers (
  production_id uuid not null references productions on delete cascade,
  performer_id uuid not null references performers on delete cascade,
  primary key (production_id, performer_id)
);
create index production_performers_performer on production_performers (performer_id);

-- The public moderation report counts suspensions by month. A lifted suspension leaves no trace in users, so each one is logged here,
-- without the person.
create table suspension_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp()
);

-- References to tables of later modules.
alter table images add foreign key (owner_id) references users on delete set null;
alter table uploads add foreign key (owner_id) references users;
alter table uploads add foreign key (pool_id) references pools;
alter table content_access add foreign key (pledge_id) references pledges;

insert into audit_head default values;
insert into chat_settings default values;
insert into chat_rooms (kind) values ('global');
