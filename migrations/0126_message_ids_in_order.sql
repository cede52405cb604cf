-- A UUID of version 7, which begins with the time in milliseconds. PostgreSQL has `uuidv7` since version 18 only. A random id of version 4
-- gets the time in its first 48 bits, and the bits that turn its version from 0100 to 0111.
create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- New messages share the last page of the index instead of writing to a random one each.
alter table messages alter column id set default time_ordered_id();
