-- What a transfer is for, as it was sent to the card processor (decisions/0086). Null for transfers from before this version.
alter table payout_parts add column pool_title text check (char_length(pool_title) <= 500),
  add column description text check (char_length(description) <= 500),
  add constraint payout_parts_purpose check ((pool_title is null) = (description is null));
alter table sandbox.payouts add column description text, add column metadata jsonb not null default '{}';
