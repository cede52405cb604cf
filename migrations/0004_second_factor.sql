-- Second factors: passkeys, authenticator apps, recovery codes. Proofs of identity within a session.
alter table users
  -- Kept by triggers (server/accounts/second-factor/has-second-factor.sql), so that reading a session needs no join.
  add column has_second_factor boolean not null default false,
  -- Until then, people of before an upgrade may work without the second factor that their role requires.
  add column second_factor_grace_until timestamptz default now() + interval '7 days';
-- Only the rows that exist already have the default, without being written.
alter table users alter column second_factor_grace_until drop default;

-- When the person last proved their identity within the session. A sign-in is a proof.
-- Sessions from before have none, without being written.
alter table sessions add column proven_at timestamptz not null default '-infinity';
alter table sessions alter column proven_at set default clock_timestamp();

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- In COSE format.
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- How often the authenticator has signed; 0 for those that do not count.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 50),
  -- Copied between the person's devices by their provider.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Each works once: the answer deletes it.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'prove', 'sign_in')),
  session_id uuid references sessions on delete cascade,
  -- The hash of a cookie, before the sign-in.
  browser_hash bytea,
  expires_at timestamptz not null,
  constraint passkey_challenges_bound check ((session_id is null) = (purpose = 'sign_in') and (browser_hash is null) = (purpose <> 'sign_in'))
);
create index passkey_challenges_session on passkey_challenges (session_id);

create table authenticator_apps (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted (server/platform/data/seal.ts). Null until the first right code.
  secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last accepted code. Each step is accepted once.
  last_step bigint not null default 0,
  last_used_at timestamptz,
  -- A new secret that waits for its first right code.
  new_secret bytea,
  new_secret_until timestamptz,
  constraint authenticator_apps_secret check ((secret is null) = (confirmed_at is null)),
  constraint authenticator_apps_new_secret check ((new_secret is null) = (new_secret_until is null))
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A right password, or a sign-in at a provider, that waits for the second factor.
create table sign_in_steps (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_steps_user on sign_in_steps (user_id);

-- Browsers in which a person has signed in, by a cookie that stays. A sign-in from another one is mailed.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index known_devices_token on known_devices (token_hash);
