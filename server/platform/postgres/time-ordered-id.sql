-- UUIDv7 whose 12 bits after the version are the fraction of the millisecond (RFC 9562, 6.2, method 3), so that the ids of what one connection writes,
-- statement after statement, are in its order. Replaces the function of the first migration, whose ids of one millisecond are in any order.
create or replace function time_ordered_id() returns uuid language plpgsql volatile parallel safe as $$
declare
  us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  fraction int := (us % 1000) * 4096 / 1000;
begin
  return encode(
    set_byte(set_byte(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send(us / 1000) from 3) from 1 for 6),
      6, 112 + (fraction >> 8)), 7, fraction & 255),
    'hex')::uuid;
end $$;
