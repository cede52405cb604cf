-- The text of a journal that is hashed and exported, byte for byte. Never change its format: old hashes would no longer match.
create or replace function ledger_record(journal ledger_journals, salt bytea) returns text language sql stable as $$
  select '{"journal":' || journal.id || ',"kind":' || to_json(journal.kind) || ',"cause":' || to_json(journal.cause)
    || ',"subject":' || coalesce(to_json(journal.subject)::text, 'null')
    || ',"at":"' || to_char(journal.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","entries":['
    || (select string_agg('["' || e.account || '",' || e.amount_cents || ']', ',' order by e.id)
        from ledger_entries e where e.journal_id = journal.id)
    || '],"salt":"' || encode(salt, 'hex') || '"}'
$$;

-- A leaf of the Merkle tree (RFC 9162, 2.1.1): a zero byte, then the record.
create or replace function ledger_leaf_hash(record text) returns bytea language sql immutable as $$
  select sha256('\x00'::bytea || convert_to(record, 'UTF8'))
$$;

-- The hash of a position: a byte of 2, the hash of the position before (32 zero bytes for the first), the leaf.
create or replace function ledger_chain_hash(previous bytea, leaf bytea) returns bytea language sql immutable as $$
  select sha256('\x02'::bytea || coalesce(previous, decode(repeat('00', 32), 'hex')) || leaf)
$$;

-- Appends up to `max_count` waiting journals, those with the lowest ids first. Returns their number. The lock makes callers take turns;
-- writers of journals never take it. The statements after the lock see what the previous holder committed.
create or replace function chain_journals(max_count int) returns int language plpgsql as $$
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

create or replace function ledger_await_chain() returns trigger language plpgsql as $$
begin
  insert into ledger_unchained values (new.id);
  return null;
end $$;

create or replace trigger ledger_journals_await_chain after insert on ledger_journals for each row execute function ledger_await_chain();

-- A chained journal is complete. Without this, a balanced pair of entries could still join an old journal.
create or replace function ledger_refuse_late_entry() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_chain where journal_id = new.journal_id) then
    raise exception 'journal % is chained and takes no more entries', new.journal_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger ledger_entries_refuse_late before insert on ledger_entries for each row execute function ledger_refuse_late_entry();

create or replace trigger ledger_chain_immutable before update or delete or truncate on ledger_chain execute function ledger_is_append_only();

create or replace trigger ledger_subtrees_immutable before update or delete or truncate on ledger_subtrees execute function ledger_is_append_only();

create or replace trigger ledger_roots_immutable before update or delete or truncate on ledger_roots execute function ledger_is_append_only();

create or replace trigger ledger_key_changes_immutable before update or delete or truncate on ledger_key_changes execute function ledger_is_append_only();
