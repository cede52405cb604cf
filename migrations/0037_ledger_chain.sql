-- The hash chain over the ledger's journals (docs/transparency.md, docs/decisions/0018).

-- The pledge that a journal belongs to ("pledge:ID"), so that one entry cannot be shown to two fans as theirs. Null for releases and payouts.
alter table ledger_journals add column subject text;
alter table ledger_journals disable trigger ledger_journals_immutable;
update ledger_journals j set subject = p.subject from payments p where j.cause in (p.idempotency_key, p.idempotency_key || ':cost');
update ledger_journals j set subject = p.subject from refunds r join payments p on p.id = r.payment_id where j.cause = r.idempotency_key;
alter table ledger_journals enable trigger ledger_journals_immutable;

-- Journals that no position of the chain has yet. A trigger fills it, so that no writer can forget it, and a row becomes visible when
-- its journal commits. Writers never wait for each other here.
create table ledger_unchained (journal_id bigint primary key);
insert into ledger_unchained select id from ledger_journals;
create function ledger_await_chain() returns trigger language plpgsql as $$
begin
  insert into ledger_unchained values (new.id);
  return null;
end $$;
create trigger ledger_journals_await_chain after insert on ledger_journals for each row execute function ledger_await_chain();

create table ledger_chain (
  -- Starts at 0 and has no gaps: the index of the leaf in the Merkle tree.
  position bigint primary key check (position >= 0),
  journal_id bigint not null unique references ledger_journals,
  -- Random, so that the hash reveals nothing about the journal to a reader who can guess its content.
  salt bytea not null check (octet_length(salt) = 32),
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  chain_hash bytea not null check (octet_length(chain_hash) = 32)
);
create trigger ledger_chain_immutable before update or delete or truncate on ledger_chain execute function ledger_is_append_only();

-- The chained entries of each day (UTC) by kind and class of account ("held" for all "held:POOL"), so that statements and charts do not
-- read the whole ledger.
create table ledger_days (
  day date not null,
  kind text not null,
  account text not null,
  amount_cents bigint not null,
  primary key (day, kind, account)
);

-- A chained journal is complete. Without this, a balanced pair of entries could still join an old journal.
create function ledger_refuse_late_entry() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_chain where journal_id = new.journal_id) then
    raise exception 'journal % is chained and takes no more entries', new.journal_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_entries_refuse_late before insert on ledger_entries for each row execute function ledger_refuse_late_entry();

-- The text of a journal that is hashed and exported, byte for byte. Never change its format: old hashes would no longer match.
create function ledger_record(journal ledger_journals, salt bytea) returns text language sql stable as $$
  select '{"journal":' || journal.id || ',"kind":' || to_json(journal.kind) || ',"cause":' || to_json(journal.cause)
    || ',"subject":' || coalesce(to_json(journal.subject)::text, 'null')
    || ',"at":"' || to_char(journal.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","entries":['
    || (select string_agg('["' || e.account || '",' || e.amount_cents || ']', ',' order by e.id)
        from ledger_entries e where e.journal_id = journal.id)
    || '],"salt":"' || encode(salt, 'hex') || '"}'
$$;

-- A leaf of the Merkle tree (RFC 9162, 2.1.1): a zero byte, then the record.
create function ledger_leaf_hash(record text) returns bytea language sql immutable as $$
  select sha256('\x00'::bytea || convert_to(record, 'UTF8'))
$$;

-- The hash of a position: a byte of 2, the hash of the position before (32 zero bytes for the first), the leaf.
create function ledger_chain_hash(previous bytea, leaf bytea) returns bytea language sql immutable as $$
  select sha256('\x02'::bytea || coalesce(previous, decode(repeat('00', 32), 'hex')) || leaf)
$$;

-- Appends up to `max_count` waiting journals, those with the lowest ids first. Returns their number. The lock makes callers take turns;
-- writers of journals never take it. The statements after the lock see what the previous holder committed.
create function chain_journals(max_count int) returns int language plpgsql as $$
declare
  last_position bigint;
  hash bytea;
  ids bigint[];
  salts bytea[];
  leaves bytea[];
  hashes bytea[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger chain', 0));
  select position, chain_hash into last_position, hash from ledger_chain order by position desc limit 1;
  select array_agg(id order by id), array_agg(salt order by id), array_agg(leaf order by id) into ids, salts, leaves from (
    select id, salt, ledger_leaf_hash(ledger_record(journal, salt)) as leaf from (
      select j.id, j as journal, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt
      from (select journal_id from ledger_unchained order by journal_id limit max_count) waiting
      join ledger_journals j on j.id = waiting.journal_id
      offset 0
    ) salted
  ) hashed;
  if ids is null then return 0; end if;
  for i in 1 .. cardinality(ids) loop
    hash := ledger_chain_hash(hash, leaves[i]);
    hashes[i] := hash;
  end loop;
  insert into ledger_chain (position, journal_id, salt, leaf_hash, chain_hash)
    select coalesce(last_position, -1) + place, id, salt, leaf, chained
    from unnest(ids, salts, leaves, hashes) with ordinality as link (id, salt, leaf, chained, place);
  insert into ledger_days as d (day, kind, account, amount_cents)
    select (j.created_at at time zone 'UTC')::date, j.kind, split_part(e.account, ':', 1), sum(e.amount_cents)
    from ledger_journals j join ledger_entries e on e.journal_id = j.id where j.id = any(ids) group by 1, 2, 3
    on conflict (day, kind, account) do update set amount_cents = d.amount_cents + excluded.amount_cents;
  delete from ledger_unchained where journal_id = any(ids);
  return cardinality(ids);
end $$;
