-- The audit trail becomes a hash chain. Rows are numbered 1, 2, 3 … without a gap, and each row's hash covers its content and the
-- previous row's hash. A trigger does both for every writer, so no writer can forget it, choose a number or set the time.
-- audit_head is the end of the chain. Its row lock makes writers take turns, and it reveals a trail whose last rows were cut off.

alter table audit_log disable trigger audit_log_immutable;
alter table audit_log alter column id drop identity;
alter table audit_log rename column id to seq;
alter table audit_log add column status text not null default 'done' check (status in ('done', 'refused'));
alter table audit_log add column hash bytea;

create table audit_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null default 0,
  hash bytea not null default ''
);
insert into audit_head default values;

-- SHA-256 of the previous hash (no bytes before row 1) followed by the row as a JSON array, as PostgreSQL prints jsonb, in UTF-8. The
-- time is in microseconds since 1970.
create function audit_row_hash(previous bytea, seq bigint, status text, actor_id uuid, action text, target_kind text, target_id text,
  before jsonb, after jsonb, reason text, ip text, at timestamptz) returns bytea language sql stable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(seq, status, actor_id, action, target_kind, target_id, before, after, reason,
    ip, (extract(epoch from at) * 1000000)::bigint)::text, 'UTF8'))
$$;

-- Rolled back inserts left gaps in the numbers of existing rows.
do $$
declare
  row audit_log;
  last audit_head;
begin
  select * into last from audit_head;
  for row in select * from audit_log order by seq loop
    last.hash := audit_row_hash(last.hash, last.seq + 1, row.status, row.actor_id, row.action, row.target_kind, row.target_id,
      row.before, row.after, row.reason, row.ip, row.at);
    last.seq := last.seq + 1;
    update audit_log a set seq = last.seq, hash = last.hash where a.seq = row.seq;
  end loop;
  update audit_head set seq = last.seq, hash = last.hash;
end $$;

alter table audit_log alter column hash set not null;
alter table audit_log enable trigger audit_log_immutable;

create function chain_audit_row() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.seq := head.seq + 1;
  new.at := clock_timestamp();
  new.hash := audit_row_hash(head.hash, new.seq, new.status, new.actor_id, new.action, new.target_kind, new.target_id, new.before,
    new.after, new.reason, new.ip, new.at);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $$;
create trigger audit_log_chained before insert on audit_log for each row execute function chain_audit_row();

create index audit_log_actor on audit_log (actor_id, seq desc);
create index audit_log_target on audit_log (target_kind, target_id, seq desc);
create index audit_log_action on audit_log (action, seq desc);
create index audit_log_refused on audit_log (seq desc) where status = 'refused';
create index audit_log_reason on audit_log using gin (reason gin_trgm_ops);
