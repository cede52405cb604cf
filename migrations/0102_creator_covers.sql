-- The wide picture at the top of a creator's page, and its description for people who do not see it. A takedown clears the picture and
-- keeps the description, because a restoration puts the picture back.

alter table creator_profiles
  add column cover_url text,
  add column cover_alt text not null default '' check (length(cover_alt) <= 200);
create index creator_profiles_cover on creator_profiles (cover_url) where cover_url is not null;
