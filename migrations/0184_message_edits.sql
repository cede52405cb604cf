-- A person can edit a message for 15 minutes. `edited_at` is the time of the last edit. The edit takes a number of its room as `changed_seq`,
-- so that a catch-up returns the message again.
alter table messages add column edited_at timestamptz;

-- The earlier texts of edited messages, so that an edit hides no evidence. Admins read them in reports of the message.
create table message_versions (
  message_id uuid not null references messages on delete cascade,
  -- The number of the edit that replaced the text.
  replaced_seq bigint not null,
  content text not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (message_id, replaced_seq)
);

-- A report keeps the earlier texts, because the sender may delete the message with them.
alter table reports add column earlier_texts text[] not null default '{}';
