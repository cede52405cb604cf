-- The people that a block keeps apart from this person, whichever of the two made it.
create or replace function people_apart_from(person uuid) returns setof uuid language sql stable rows 10 as $$
  select b.blocked_id from user_blocks b where b.blocker_id = person
  union all
  select b.blocker_id from user_blocks b where b.blocked_id = person
$$;

create or replace function people_apart(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from user_blocks b where (b.blocker_id, b.blocked_id) in ((one, other), (other, one)))
$$;

create or replace function has_blocked(blocker uuid, person uuid) returns boolean language sql stable as $$
  select exists (select from user_blocks b where b.blocker_id = blocker and b.blocked_id = person)
$$;

-- The people whose words this reader must not get: everything that lists or sends what people wrote asks this function. Admins read all of it,
-- because they moderate it.
create or replace function writers_hidden_from(reader uuid) returns setof uuid language sql stable rows 10 as $$
  select a from people_apart_from(reader) a
  where not exists (select from users u where u.id = reader and u.role = 'admin')
$$;
