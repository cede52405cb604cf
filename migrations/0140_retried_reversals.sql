-- A reversal that the processor refused is sent again, each time under another key of the processor, while the creator owes its money.
alter table payout_reversals add column attempt integer not null default 1 check (attempt > 0);
create index payout_reversals_refused on payout_reversals (settled_at) where status = 'refused';

-- Until the money is back, the operator has paid the fan, and sees that.
alter table processor_problems drop constraint processor_problems_action_check;
alter table processor_problems add constraint processor_problems_action_check
  check (action in ('account', 'onboarding', 'transfer', 'reversal', 'bank', 'page', 'reconcile', 'self_test'));
