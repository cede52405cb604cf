-- The first 8 a.m. in this time zone after `moment`, on any day or on a Monday. PostgreSQL's zones know daylight saving time.
create or replace function digest_due_at(moment timestamptz, zone text, cadence text) returns timestamptz language sql stable as $$
  select case cadence
      when 'weekly' then date_trunc('week', (moment at time zone zone) - interval '8 hours') + interval '7 days 8 hours'
      else date_trunc('day', (moment at time zone zone) - interval '8 hours') + interval '1 day 8 hours'
    end at time zone zone
$$;
