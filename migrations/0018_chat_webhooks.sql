-- Channels of chat services. The address of such an endpoint lets anyone post there, so it is the endpoint's encrypted `secret`. Its `url` is what
-- people may see of the address, with the kind as its scheme, so that the version before, which knows no kinds, sends nothing there.
alter table webhook_endpoints add column kind text not null default 'webhook' check (kind in ('webhook', 'discord', 'slack'));
alter table webhook_endpoints drop constraint webhook_endpoints_off_reason_check;
alter table webhook_endpoints add constraint webhook_endpoints_off_reason_check
  check (off_reason in ('by_owner', 'failing', 'gone', 'refused', 'rights', 'token'));

-- The pool of a pledge that becomes one message with other pledges to it. Null for everything else.
alter table webhook_deliveries add column pool_id uuid;
create index webhook_deliveries_gathered on webhook_deliveries (endpoint_id, pool_id, next_try_at) where pool_id is not null;

-- A chat service asked all of this installation to wait.
create table chat_services (
  kind text primary key check (kind in ('discord', 'slack')),
  paused_until timestamptz
);

-- The requests of each minute that a chat service refused, or that are on their way and may be refused.
create table chat_service_refusals (
  kind text not null check (kind in ('discord', 'slack')),
  minute timestamptz not null,
  count int not null,
  primary key (kind, minute)
);
