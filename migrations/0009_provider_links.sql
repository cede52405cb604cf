-- Identities of several providers, which the settings list and unlink.
alter table identities add column id uuid not null default gen_random_uuid();
alter table identities add constraint identities_id unique (id);

-- A sign-in at a provider that waits until its person proves that the account is theirs. A new sign-in of the identity replaces it.
create table waiting_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  -- Of the cookie of the browser that signed in at the provider.
  token_hash bytea not null unique,
  provider text not null,
  -- As the provider verified it.
  email text not null,
  -- Where the sign-in was to lead.
  redirect text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The newest mailed code. Its hash includes the cookie's token.
  code_hash bytea,
  -- The account's address when the code was mailed.
  code_email text,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  codes_sent integer not null default 0,
  primary key (issuer, subject),
  constraint waiting_links_code check ((code_hash is null) = (code_email is null) and (code_hash is null) = (code_expires_at is null))
);
create index waiting_links_user on waiting_links (user_id);
