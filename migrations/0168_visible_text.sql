-- Names in which nothing is visible, and addresses with characters that no one sees (decisions/0064).
create function pg_temp.without_unseen(given text) returns text language sql immutable as $$
  select btrim(normalize(regexp_replace(given,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'), NFC))
$$;
create function pg_temp.is_visible(given text) returns boolean language sql immutable as $$
  select regexp_replace(pg_temp.without_unseen(given),
    '[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\u2800\ufffc\U0001d159]',
    '', 'g') <> ''
$$;

-- Without the characters that mail programs ignore in a domain. The others can be a part of a domain.
create function pg_temp.clean_address(given text) returns text language sql immutable as $$
  select btrim(normalize(regexp_replace(given, '[\u00ad\u200b\u2060\ufeff]', '', 'g'), NFC))
$$;

-- Pages show the username instead.
update users set display_name = null where octet_length(display_name) <> char_length(display_name) and not pg_temp.is_visible(display_name);
update creator_profiles set display_name = username
where octet_length(display_name) <> char_length(display_name) and not pg_temp.is_visible(display_name);
update creator_profiles set full_name = username
where octet_length(full_name) <> char_length(full_name) and not pg_temp.is_visible(full_name);

-- The owner of such an address could not sign in by typing it. An address stays as it is if another account would then have the same one.
-- Nothing has proved the address without these characters, so it is no longer confirmed.
update users u set email = pg_temp.clean_address(u.email),
  email_verified_at = case when normalize(u.email, NFC) = pg_temp.clean_address(u.email) then u.email_verified_at end
where octet_length(u.email) <> char_length(u.email) and u.email <> pg_temp.clean_address(u.email)
  and pg_temp.clean_address(u.email) ~ '^[^@]+@[^@]+$'
  and not exists (
    select from users o where o.id <> u.id
      and lower(o.email) in (lower(pg_temp.clean_address(u.email)), lower(normalize(pg_temp.clean_address(u.email), NFD))))
  and not exists (
    select from users o where o.id <> u.id and octet_length(o.email) <> char_length(o.email)
      and lower(pg_temp.clean_address(o.email)) = lower(pg_temp.clean_address(u.email)));
update email_tokens t set email = u.email from users u
where u.id = t.user_id and t.kind in ('verify', 'reset') and lower(t.email) <> lower(u.email)
  and lower(pg_temp.clean_address(t.email)) = lower(u.email);

drop function pg_temp.clean_address(text);
drop function pg_temp.is_visible(text);
drop function pg_temp.without_unseen(text);
