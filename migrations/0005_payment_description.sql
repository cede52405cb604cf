-- A charge that is carried on later must be asked for in the very same words, or its idempotency key is refused.
alter table payments add column description text not null default '';
