-- The admin's lists of money: charges, refunds, payouts and disputes in one list, by time and by person.
create index payments_newest on payments (created_at desc, id desc);
create index payments_user on payments (user_id, created_at desc);
create index refunds_newest on refunds (created_at desc, id desc);
create index refunds_failed on refunds (created_at desc, id desc) where status = 'failed';
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_failed on payouts (created_at desc, id desc) where status = 'failed';
-- Pledges whose fan was asked to pay: the last attempt of each one failed.
create index pledges_notified on pledges (id) where status = 'notified';

-- A bank took a payment back, or asks for a reason to. The adapter of a processor with disputes writes these rows from its webhooks, in the
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
  unique (processor, processor_ref),
  check ((settled_at is not null) = (status in ('won', 'lost')))
);
create index disputes_payment on disputes (payment_id);
create index disputes_newest on disputes (created_at desc, id desc);
create index disputes_open on disputes (created_at desc, id desc) where status in ('needs_response', 'under_review');
