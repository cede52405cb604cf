-- Merkle trees over the chain, and the signed roots that are published (docs/transparency.md).

-- Roots of complete subtrees with 256, 65,536, … leaves (levels 8, 16, …), so that a root or a proof does not read every leaf.
create table ledger_subtrees (
  level smallint not null check (level > 0 and level % 8 = 0),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, position)
);
create trigger ledger_subtrees_immutable before update or delete or truncate on ledger_subtrees execute function ledger_is_append_only();

create table ledger_roots (
  id bigint primary key generated always as identity,
  -- The number of journals under this root: positions 0 to size - 1 of the chain.
  size bigint not null check (size > 0),
  root_hash bytea not null check (octet_length(root_hash) = 32),
  -- The signed text, with the totals (contract/checkpoint.ts).
  note text not null,
  published_at timestamptz not null
);
create trigger ledger_roots_immutable before update or delete or truncate on ledger_roots execute function ledger_is_append_only();
