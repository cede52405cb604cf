-- Texts of people in other languages, as the operator's translation service returned them. The key is the text itself, so an edited text has
-- another one, and equal texts share a row.
create table text_translations (
  text_hash bytea not null,
  locale text not null,
  translated text not null,
  from_locale text,
  used_at timestamptz not null default clock_timestamp(),
  primary key (text_hash, locale),
  constraint text_translations_hash check (octet_length(text_hash) = 32)
);
create index text_translations_used_at on text_translations (used_at);
