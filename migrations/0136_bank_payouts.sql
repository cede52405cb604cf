-- When the processor stopped sending the balance of a creator's account to their bank, and why.
alter table payout_accounts
  add column bank_blocked_at timestamptz,
  add column bank_reason text;
create index payout_accounts_bank_blocked on payout_accounts (processor) where bank_blocked_at is not null;

-- The part of our balance that the card processor keeps as a reserve.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account ~ '^(clearing|processor_reserve|unmatched|platform_fees|processor_costs|disputed|payout_in_transit|bank|held:[0-9a-f-]{36}|creator_payable:[0-9a-f-]{36}|creator_debt:[0-9a-f-]{36})$') not valid;
alter table ledger_entries validate constraint ledger_entries_account_check;
