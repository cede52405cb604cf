-- How much is going on at a pool, as the logarithm of a sum in which every fan, comment and like counts for e^(its moment / 1.5 days): what
-- happened yesterday counts half of what happens now. Nothing is computed again later, since all pools lose alike.
create or replace function heat_at(moment timestamptz) returns double precision language sql immutable parallel safe as $$
  select extract(epoch from moment)::double precision / 124650.0
$$;

-- `weight` more (or less) at a moment. Never below `floor`, which is what a pool has for being new.
create or replace function heat_plus(heat double precision, weight int, moment timestamptz, floor double precision)
returns double precision language plpgsql immutable as $$
declare
  added double precision;
  high double precision;
begin
  if weight = 0 then return heat; end if;
  added := heat_at(moment) + ln(abs(weight)::double precision);
  if weight > 0 then
    high := greatest(heat, added);
    return high + ln(1 + exp(greatest(-600, least(heat, added) - high)));
  end if;
  if added >= heat - 1e-9 then return floor; end if;
  return greatest(floor, heat + ln(1 - exp(greatest(-600, added - heat))));
end $$;

create or replace function pool_activity(fans int, comments int, likes int) returns int language sql immutable as $$
  select 3 * fans + 2 * comments + likes
$$;

create or replace function pool_heat_sync() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.heat := heat_plus(heat_at(new.created_at), pool_activity(new.fan_count, new.comment_count, new.like_count), new.created_at,
      heat_at(new.created_at));
    return new;
  end if;
  if new.created_at <> old.created_at then
    new.heat := new.heat + heat_at(new.created_at) - heat_at(old.created_at);
  end if;
  new.heat := heat_plus(new.heat,
    pool_activity(new.fan_count - old.fan_count, new.comment_count - old.comment_count, new.like_count - old.like_count),
    clock_timestamp(), heat_at(new.created_at));
  return new;
end $$;

create or replace trigger pool_heat_insert before insert on pools for each row execute function pool_heat_sync();

create or replace trigger pool_heat_update before update of fan_count, comment_count, like_count, created_at on pools for each row
  when (old.fan_count <> new.fan_count or old.comment_count <> new.comment_count or old.like_count <> new.like_count
    or old.created_at <> new.created_at)
  execute function pool_heat_sync();
