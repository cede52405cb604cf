-- One Google account opens an account. A second one with the same email used to be linked as well: the first one stays, and everyone
-- in such an account signs in again, because any of its sessions may belong to the second one.
with later as (
  delete from identities i where exists (
    select from identities e where e.user_id = i.user_id and e.issuer = i.issuer
      and (e.created_at, e.subject) < (i.created_at, i.subject))
  returning i.user_id)
delete from sessions where user_id in (select user_id from later);
drop index identities_user;
create unique index identities_user_issuer on identities (user_id, issuer);

-- Only the newest link of a kind works: a new link takes the row of the one before.
delete from email_tokens t where exists (
  select from email_tokens n where n.user_id = t.user_id and n.kind = t.kind
    and (n.created_at, n.token_hash) > (t.created_at, t.token_hash));
drop index email_tokens_user;
create unique index email_tokens_newest on email_tokens (user_id, kind);
