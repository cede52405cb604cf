-- API tokens (docs/decisions/0094-api-tokens.md). Only the hash of a token is stored. A token that its owner revokes is deleted; one that ended
-- with the sessions, a suspension, a role or a restore stays for 30 days, so that its owner can see why a program stopped.
create table api_tokens (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  ended_at timestamptz,
  end_reason text,
  constraint api_tokens_token_hash_key unique (token_hash),
  constraint api_tokens_hash check (octet_length(token_hash) = 32),
  constraint api_tokens_name check (char_length(name) between 1 and 50),
  constraint api_tokens_scopes check (cardinality(scopes) > 0),
  constraint api_tokens_time check (expires_at > created_at and expires_at <= created_at + interval '367 days'),
  constraint api_tokens_use check ((last_used_at is null) = (last_used_ip is null)),
  constraint api_tokens_end check ((ended_at is null) = (end_reason is null))
);
create index api_tokens_user_id on api_tokens (user_id);
create index api_tokens_expires_at on api_tokens (expires_at);
