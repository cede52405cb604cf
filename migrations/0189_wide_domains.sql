-- Domains that were typed in full-width letters or with an ideographic full stop. Their owners could not sign in by typing the address in
-- the usual letters (decisions/0064). The mailbox is the same, so it stays confirmed.
create function pg_temp.usual_domain(given text) returns text language sql immutable as $$
  select substring(given from '^.*@') || lower(normalize(translate(substring(given from '[^@]*$'), '。｡', '..'), NFKC))
$$;

-- An address stays as it is if it could then belong to two accounts, or if its domain has other letters as well: an account could have the
-- same domain in punycode.
update users u set email = pg_temp.usual_domain(u.email)
where octet_length(u.email) <> char_length(u.email)
  and lower(substring(u.email from '[^@]*$')) <> lower(substring(pg_temp.usual_domain(u.email) from '[^@]*$'))
  and pg_temp.usual_domain(u.email) ~ '^[^@]+@[a-z0-9.-]+$'
  and not exists (select from users o where o.id <> u.id and lower(o.email) = lower(pg_temp.usual_domain(u.email)))
  and not exists (
    select from users o where o.id <> u.id and octet_length(o.email) <> char_length(o.email)
      and lower(pg_temp.usual_domain(o.email)) = lower(pg_temp.usual_domain(u.email)));
update email_tokens t set email = u.email from users u
where u.id = t.user_id and t.kind in ('verify', 'reset') and lower(t.email) <> lower(u.email)
  and lower(pg_temp.usual_domain(t.email)) = lower(u.email);
update undeliverable_addresses b set address = lower(pg_temp.usual_domain(b.address))
where octet_length(b.address) <> char_length(b.address) and b.address <> lower(pg_temp.usual_domain(b.address))
  and not exists (select from undeliverable_addresses o where o.address = lower(pg_temp.usual_domain(b.address)))
  and not exists (
    select from undeliverable_addresses o where o.address <> b.address
      and lower(pg_temp.usual_domain(o.address)) = lower(pg_temp.usual_domain(b.address)));

drop function pg_temp.usual_domain(text);
