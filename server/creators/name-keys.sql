-- What a name looks like: names that a reader confuses have the same skeleton, as in UTS 39. Covers case, accents, other forms of a letter
-- (full width, mathematical), the letters of Cyrillic, Greek, Armenian and extended Latin that look like Latin ones, the digits 0 and 1,
-- "rn" for "m", "vv" for "w", and invisible characters, spaces and punctuation. It does not cover other scripts. It lowers ASCII
-- only, because the database's locale decides about other letters; the table has both cases of those.
-- cspell:ignore abelkmhopctyxsjdqwhlbrabelkmhopctyxsjdqwhlb abyelnkvoptuxwooabezhlkmnoptyx ouhngjqou llodhaglllodh llllosa
create or replace function name_skeleton(name text) returns text language sql immutable parallel safe as $$
  select replace(replace(regexp_replace(
    translate(
      lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20ff\ufe00-\ufe0f]', '', 'g') collate "C"),
      'авеікмнорстухѕјԁԛԝһӏьгАВЕІКМНОРСТУХЅЈԀԚԜҺӀЬЗз' || 'αβγειηκνορτυχωςσΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' || 'օսհոցյզՕՍ' || 'ıłøđħɑɡɩƚŁØĐĦ' || 'ǀ|1i0$@',
      'abelkmhopctyxsjdqwhlbrabelkmhopctyxsjdqwhlb33' || 'abyelnkvoptuxwooabezhlkmnoptyx' || 'ouhngjqou' || 'llodhaglllodh' || 'llllosa'),
    '[\s\u00a0\u00ad\u180e\u200b-\u200f\u2000-\u206f\u3000\ufeff!-/:-@\[-`{-~]', '', 'g'), 'rn', 'm'), 'vv', 'w')
$$;

-- The skeletons of a profile's names, each once. Shorter ones than three letters would match by chance.
create or replace function name_keys_of(variadic names text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct s.skeleton order by s.skeleton), '{}')
  from unnest(names) as n (name) cross join lateral (select name_skeleton(n.name) as skeleton) s where char_length(s.skeleton) >= 3
$$;

create or replace function creator_profiles_name_keys() returns trigger language plpgsql as $$
begin
  new.name_keys := name_keys_of(new.username, new.display_name, new.full_name);
  return new;
end $$;

create or replace trigger creator_profiles_name_keys before insert or update of username, display_name, full_name on creator_profiles
  for each row execute function creator_profiles_name_keys();

-- The verified creators whose name looks like one of these names, except for one profile and one owner, as a JSON list.
create or replace function imitated_creators(keys text[], except_profile uuid, except_owner uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('username', c.username, 'displayName', c.display_name) order by c.username), '[]')
  from (
    select username, display_name from creator_profiles
    where status = 'verified' and name_keys && keys and id is distinct from except_profile and owner_id is distinct from except_owner
    order by username limit 5) c
$$;

-- Profiles from before this file, or before its last change.
update creator_profiles set name_keys = name_keys_of(username, display_name, full_name)
where name_keys <> name_keys_of(username, display_name, full_name);
