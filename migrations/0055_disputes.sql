-- Disputes and early fraud warnings. A payment has at most one open dispute; its share of the pool is frozen meanwhile.
alter table disputes
  add column fee_cents bigint not null default 0,
  -- Journals of the fee: one for each change, so that each has a cause of its own.
  add column fee_changes int not null default 0 check (fee_changes between 0 and 9),
  add column opened_at timestamptz not null default now(),
  add column looked_up_at timestamptz not null default now(),
  -- The evidence that an admin submits. The row is committed before the processor is called.
  add column evidence jsonb,
  add column evidence_attempt int not null default 0,
  add column evidence_by uuid references users,
  add column evidence_at timestamptz,
  add column evidence_sent_at timestamptz,
  -- Why the processor refused the last evidence.
  add column evidence_error text,
  add constraint disputes_evidence check ((evidence_at is null) = (evidence is null) and (evidence_sent_at is null or evidence_at is not null));
create unique index disputes_one_open on disputes (payment_id) where status in ('needs_response', 'under_review');
create index disputes_due on disputes (evidence_due_at, id) where status = 'needs_response';
create index disputes_status on disputes (status, created_at desc, id desc);
create index disputes_amount on disputes (amount_cents, created_at, id);
create index disputes_looked_up on disputes (looked_up_at) where status in ('needs_response', 'under_review');
create index disputes_unsent on disputes (evidence_at) where evidence_at is not null and evidence_sent_at is null;

-- What a lost dispute took from the share, in cents, before it was released.
alter table payments add column lost_cents bigint not null default 0;
alter table payments add constraint payments_lost check (lost_cents >= 0 and refunded_cents + lost_cents <= amount_cents);

-- A refund that the processor refused because the bank takes the money back. It counts no longer.
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (status in ('created', 'succeeded', 'failed', 'canceled'));
alter table refunds drop constraint refunds_payment_id_key;
create unique index refunds_one on refunds (payment_id) where status <> 'canceled';
create index refunds_payment on refunds (payment_id);

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

-- The sandbox's bank.
alter table sandbox.cards drop constraint cards_behaviour_check;
alter table sandbox.cards add constraint cards_behaviour_check
  check (behaviour in ('pays', 'declined', 'insufficient_funds', 'needs_authentication', 'disputed'));
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
