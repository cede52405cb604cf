-- Whoever is suspended, by whatever act, loses their sockets on every node: the web nodes listen to this channel, and the text is what
-- they send to each other (server/platform/live-relay.ts).
create function tell_of_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('fanfare_live', 'database 0 0 1 ' || jsonb_build_object('of', 'person', 'userId', new.id)::text);
  return null;
end $$;
create trigger users_suspended after update of suspended_at on users
  for each row when (old.suspended_at is null and new.suspended_at is not null) execute function tell_of_suspension();
