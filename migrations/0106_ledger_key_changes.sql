-- The changes of the key that signs the roots (docs/transparency.md, decisions/0046). Needed as long as roots of older keys exist.

create table ledger_key_changes (
  -- 1 for the first change.
  number integer primary key check (number > 0),
  -- The text that the old and the new key signed (contract/key-change.ts).
  note text not null,
  changed_at timestamptz not null
);
create trigger ledger_key_changes_immutable before update or delete or truncate on ledger_key_changes execute function ledger_is_append_only();
