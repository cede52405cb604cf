-- Gives each event that has committed its place in the log, and returns the last place. The lock makes callers take turns, so that an event never
-- becomes visible with a lower position than one that a reader has seen. Those who write events never wait for it.
create or replace function number_events() returns bigint language plpgsql as $$
declare
  last_place bigint;
begin
  if exists (select from events where position is null) then
    perform pg_advisory_xact_lock(hashtextextended('event log', 0));
    -- Separate statements, which see what the previous holder committed.
    last_place := coalesce((select last from event_places), 0);
    with numbered as (
      update events e set position = last_place + place.n
      from (
        select w.id, row_number() over (order by w.occurred_at, w.id) as n
        from (select id, occurred_at from events where position is null order by occurred_at, id limit 10000) w) place
      where e.id = place.id
      returning e.position)
    insert into event_places (last) select max(position) from numbered having count(*) > 0
    on conflict (only_one) do update set last = excluded.last;
  end if;
  return coalesce((select last from event_places), 0);
end $$;
