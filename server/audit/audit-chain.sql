-- SHA-256 of the previous hash (no bytes before row 1) followed by the row as a JSON array, as PostgreSQL prints jsonb, in UTF-8. The
-- time is in microseconds since 1970.
create or replace function audit_row_hash(previous bytea, seq bigint, status text, actor_id uuid, action text, target_kind text, target_id text,
  before jsonb, after jsonb, reason text, ip text, at timestamptz) returns bytea language sql stable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(seq, status, actor_id, action, target_kind, target_id, before, after, reason,
    ip, (extract(epoch from at) * 1000000)::bigint)::text, 'UTF8'))
$$;

create or replace function chain_audit_row() returns trigger language plpgsql as $$
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

create or replace trigger audit_log_chained before insert on audit_log for each row execute function chain_audit_row();
