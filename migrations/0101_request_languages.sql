-- The languages that a creator works in, as BCP 47 codes (contract/values/languages.ts); empty if they have not said.

alter table creator_request_terms add column languages text[] not null default '{}'
  check (cardinality(languages) <= 50 and array_position(languages, null) is null);
