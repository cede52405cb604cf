-- PostgreSQL tells every node that a person was suspended, by a channel of its own: broadcasts between nodes may go through Redis
-- instead of NOTIFY. The payload is the person's id (server/accounts/module.ts).
create or replace function tell_of_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_suspended', new.id::text);
  return null;
end $$;
