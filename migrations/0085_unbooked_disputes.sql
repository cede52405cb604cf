-- A charge may have several open disputes, such as one for each part of its amount.
drop index disputes_one_open;
create index disputes_payment_open on disputes (payment_id) where status in ('needs_response', 'under_review');

-- The admin's list by urgency.
drop index disputes_due;
create index disputes_due on disputes (evidence_due_at, created_at desc, id) where status = 'needs_response';
create index disputes_open_due on disputes (evidence_due_at, created_at desc, id) where status in ('needs_response', 'under_review');
create index disputes_status_amount on disputes (status, amount_cents, created_at, id);

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
