-- Addresses that get events as signed requests, by Standard Webhooks.
create table webhook_endpoints (
  id uuid primary key default time_ordered_id(),
  user_id uuid not null references users (id) on delete cascade,
  -- `mine`: the events that the owner reads about their pools and page; `site`: those that an admin reads.
  scope text not null check (scope in ('mine', 'site')),
  url text not null check (char_length(url) between 1 and 2000),
  description text not null check (char_length(description) <= 200),
  types text[] not null check (cardinality(types) > 0),
  -- The API tokens that made it, or changed its address or secret. It ends with any of them. No references: revoked tokens are deleted.
  token_ids uuid[] not null default '{}',
  -- Encrypted. While the owner changes the secret, requests carry a signature of each.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- The place in the log of events up to which there are deliveries.
  position bigint not null,
  -- Null while the endpoint gets events.
  off_reason text check (off_reason in ('by_owner', 'failing', 'gone', 'rights', 'token')),
  -- The first failure after the last success, and the last one; not those of tests.
  failing_since timestamptz,
  failed_at timestamptz,
  -- The last answer took long, or there was none.
  is_slow boolean not null default false,
  -- The receiver asked for a pause.
  paused_until timestamptz,
  -- The last turns among all endpoints: to send, and to get deliveries from the log.
  claimed_at timestamptz,
  fed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoints_user on webhook_endpoints (user_id, id);

-- What each endpoint gets. The payload is read from the log of events with each try, so that a try shows nothing that its reader may no longer see.
create table webhook_deliveries (
  id uuid primary key default time_ordered_id(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The id that the receiver gets, the same with every try.
  event_id uuid not null,
  type text not null,
  -- The event's place in the log; null for a test.
  position bigint,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'dropped')),
  attempts int not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  -- A process is sending it. After this time, the process is taken for dead.
  leased_until timestamptz,
  tried_at timestamptz,
  status int,
  -- Why there was no answer.
  fault text check (fault in ('address', 'name', 'timeout', 'tls', 'connection', 'answer')),
  answer text not null default '',
  duration_ms int,
  created_at timestamptz not null default clock_timestamp(),
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_try_at, position) where state = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where leased_until is not null;
create index webhook_deliveries_missed on webhook_deliveries (endpoint_id, position) where state in ('failed', 'dropped') and position is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at);
