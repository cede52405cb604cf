-- The deletion of an account holds the account's row. Rows that refer to the account and are written in the same instant wait for it, and are then
-- refused.
create or replace function refuse_erased() returns trigger language plpgsql as $$
declare
  erased uuid;
begin
  -- By now every new row's reference has been looked at, and has waited for a deletion under way; this sees how that ended.
  execute format('select u.id from added a join users u on u.id = a.%I where u.deleted_at is not null limit 1', tg_argv[0])
    into erased;
  if erased is not null then
    raise exception 'account % is erased', erased using errcode = 'FF401';
  end if;
  return null;
end $$;

do $$
declare
  each record;
begin
  for each in
    select * from (values
      ('api_tokens', 'user_id'), ('authenticator_apps', 'user_id'), ('calendars', 'user_id'), ('card_setups', 'user_id'), ('comment_likes', 'user_id'), ('comments', 'author_id'), ('content_claims', 'creator_id'),
      ('creator_applications', 'user_id'), ('creator_claim_codes', 'user_id'), ('creator_claims', 'user_id'), ('creator_follows', 'user_id'),
      ('creator_messages', 'creator_id'), ('creator_traces', 'user_id'), ('email_tokens', 'user_id'), ('identities', 'user_id'), ('images', 'owner_id'), ('known_devices', 'user_id'),
      ('notification_choices', 'user_id'), ('notification_zones', 'user_id'), ('objections', 'fan_id'), ('overlays', 'user_id'), ('passkeys', 'user_id'), ('performers', 'creator_id'),
      ('pledge_restarts', 'fan_id'), ('pledges', 'fan_id'), ('pool_claims', 'user_id'), ('pool_likes', 'user_id'), ('pool_saves', 'user_id'),
      ('pool_updates', 'author_id'), ('pools', 'owner_id'), ('productions', 'creator_id'), ('recovery_codes', 'user_id'), ('reports', 'reporter_id'), ('sessions', 'user_id'), ('sign_in_steps', 'user_id'),
      ('thanks', 'fan_id'), ('update_likes', 'user_id'), ('uploads', 'owner_id'), ('user_blocks', 'blocker_id'), ('user_interests', 'user_id'),
      ('webhook_endpoints', 'user_id')
    ) as t (name, person)
  loop
    execute format('create or replace trigger %I after insert on %I referencing new table as added
      for each statement execute function refuse_erased(%L)', each.name || '_of_the_living', each.name, each.person);
  end loop;
end $$;
